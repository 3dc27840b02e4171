import { existsSync, globSync, readFileSync } from 'node:fs';
import frame from 'portal-frame/internal/english';
import { describe, expect, test } from 'vitest';
import screens from '../../src/i18n/en.screens.ts';
import en from '../../src/i18n/en.ts';
import plugins from '../../src/plugins.ts';

/** Exact texts of sections 5, 8 and 9 of the specification. {} stands for the subject. */
const CATALOGUE = `
Authentication token is missing.
Unauthorized access. Please log in again.
Login failed.
Something went wrong. Please try again.
Failed to send OTP.
Something went wrong. Try again.
Invalid OTP
Something went wrong.
Failed to reset password
Invalid role
Failed to load appointments
Failed to fetch appointments
Failed to load employees
Failed to fetch employees
Failed to load laboratories
Failed to fetch laboratories
Failed to fetch dashboard data
Failed to load dashboard data.
Failed to fetch metrics.
Failed to load dashboard metrics
Failed to load summary data
Failed to fetch today's appointments
Failed to fetch transactions
Failed to fetch total earnings
Failed to fetch recent transaction
Failed to fetch profile
Failed to fetch profile data
Failed to fetch user profile image.
Failed to load user profile
Failed to load user
Failed to load user data
Profile data not found.
Failed to update setting
Update failed
Password update failed
Failed to fetch notifications
Failed to fetch notifications.
Failed to mark notifications as read
Failed to delete notifications
Failed to create appointment
Failed to add employee
Failed to add laboratory
Failed to delete employee
Failed to delete laboratory
Failed to update status. Please try again.
Failed to assign employee. Please try again.
Failed to update transaction status
Failed to upload tracking ID
Unexpected response from server
Logout failed. You'll still be signed out locally.
OTP sent to your email
Password reset successfully.
Employee deleted successfully
Laboratory deleted successfully
Appointment created successfully!
Profile updated successfully
Password changed successfully
Status updated
Status updated successfully
Employee assigned successfully
Employee added successfully!
Laboratory added successfully!
All notifications deleted successfully.
Tracking ID uploaded successfully.
{} toggled.
All fields are required
All password fields are required
{} is required
Invalid email format
Invalid contact number format
Address must be at least 5 characters long
Hire date must be valid and not in the future
Password must be at least 8 characters long
Invalid gender selected
Invalid department selected
At least one timing entry is required
Each timing entry must have a valid day
Timing for {} is required
Exactly 2 timings must be provided for {}
Invalid timing entry for day: {}
No file selected or patient data missing
Urgent
High
Medium
Low
Normal
Pending
Completed
Rejected
Denied
`
  .trim()
  .split('\n');

/** Texts of the specification that a plug-in has, by its folder. */
const OF_PLUGINS: Readonly<Record<string, readonly string[]>> = {
  'frame/plugins/push': ['Failed to generate FCM token.', 'Unable to generate FCM token.'],
};
const specified = [
  ...CATALOGUE,
  ...Object.entries(OF_PLUGINS).flatMap(([folder, texts]) => (existsSync(folder) ? texts : [])),
];
const ofPlugins = plugins.map(({ plugin: { texts } }) => texts?.en ?? {});

const valuesOf = (texts: object): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? text : valuesOf(text as object)));
const said = new Set(
  [...valuesOf(frame), ...valuesOf(en), ...valuesOf(screens), ...valuesOf(ofPlugins)].map((text) =>
    text.replace(/%\{\w+\}/g, '{}'),
  ),
);

/** All quoted texts of the tests. Quotes matter: 'Status updated' must not match 'Status updated successfully'. */
const provoked = globSync('{tests/{portal,api,browser},frame/tests}/**/*.{ts,tsx}')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
/** Matches the text in any quotes, with any subject in place of {}. */
const quoted = (text: string) => new RegExp(`(["'\`])${escaped(text).replace('{}', '[^\'"\\n]+')}\\1`);

describe.each(specified)('%s', (text) => {
  test('is a text of the portal', () => expect(said).toContain(text));
  test('occurs in a test', () => expect(quoted(text).test(provoked)).toBe(true));
});
