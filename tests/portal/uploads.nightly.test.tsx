import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { everyday, good, on, requestsTo } from './host.ts';
import { pick, save } from './people.ts';
import { openPortal } from './portal.tsx';

const OWN = { hostFeatures: 'rules', hostUploadMb: '1' };
const PDF = { type: 'application/pdf' };
const files = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => new File(['x'], `order-${from + index}.pdf`, PDF));
const photo = (name = 'me.png') => new File(['x'], name, { type: 'image/png' });
const text = new File(['x'], 'notes.txt', { type: 'text/plain' });

beforeEach(everyday);

async function open(kept: Record<string, string>) {
  const { user } = openPortal('/laboratory-add-appointment', 'laboratory', undefined, kept);
  await screen.findByRole('button', { name: 'Save' });
  const input = (label: string) => screen.getByLabelText(label, { selector: 'input[type=file]' });
  /** Chosen by file dialog, camera or drop, regardless of `accept`. */
  const give = {
    choosing: (label: string, given: File[]) => fireEvent.change(input(label), { target: { files: given } }),
    dropping: (label: string, given: File[]) => fireEvent.drop(input(label), { dataTransfer: { files: given } }),
  };
  return { user, input, give };
}
const chosen = (label: string) => {
  const list = screen.queryByRole('list', { name: label });
  return list ? within(list).getAllByRole('listitem').length : 0;
};

test.each(['choosing', 'dropping'] as const)('keeps 10 of 12 documents and names the other two (%s)', async (how) => {
  const { give } = await open(OWN);
  give[how]('Important Documents', files(12));
  expect(await screen.findByText('10 at most. Left out: order-11.pdf, order-12.pdf')).toBeVisible();
  expect(chosen('Important Documents')).toBe(10);
});

test.each(['choosing', 'dropping'] as const)('names each unsuitable file with its reason (%s)', async (how) => {
  const { give } = await open(OWN);
  const large = new File([new Uint8Array(1024 * 1024 + 1)], 'large.pdf', PDF);
  const [first] = files(1) as [File];
  give[how]('Important Documents', [first, text, large, new File([], 'empty.pdf', PDF), first]);
  for (const limit of [
    'Left out (not PDF, PNG, JPEG or WebP): notes.txt',
    'Left out (over 1 MB): large.pdf',
    'Left out (empty): empty.pdf',
    'Already chosen: order-1.pdf',
  ])
    expect(await screen.findByText(limit)).toBeVisible();
  expect(chosen('Important Documents')).toBe(1);
  // A valid second choice removes the message. A file of the same name with other content is valid.
  give[how]('Important Documents', [new File(['other'], 'order-1.pdf', PDF)]);
  await waitFor(() => expect(screen.queryByText(/Left out|Already chosen/)).toBeNull());
  expect(chosen('Important Documents')).toBe(2);
});

test.each(['choosing', 'dropping'] as const)(
  'refuses a text as the photo with a reason, and keeps the photo before (%s)',
  async (how) => {
    const { give } = await open(OWN);
    give[how]('Photo', [photo()]);
    expect(await screen.findByAltText('me.png')).toBeVisible();
    give[how]('Photo', [text]);
    expect(await screen.findByText('Left out (not PNG, JPEG or WebP): notes.txt')).toBeVisible();
    expect(screen.getByAltText('me.png')).toBeVisible();
    give[how]('Photo', [photo('new.png'), photo('other.png')]);
    expect(await screen.findByText('1 at most. Left out: other.png')).toBeVisible();
    expect(await screen.findByAltText('new.png')).toBeVisible();
  },
);

test('describes the limits at the input, for screen readers too', async () => {
  const { input } = await open(OWN);
  expect(input('Important Documents')).toHaveAccessibleDescription(
    'PDF, PNG, JPEG or WebP · up to 10 files · up to 1 MB each',
  );
  expect(input('Photo')).toHaveAccessibleDescription('PNG, JPEG or WebP · up to 1 MB');
});

test("applies only the specification's limit: images as the image (spec 5.19)", async () => {
  on('POST', '/laboratory/add-appointment', () => good());
  const { user, input, give } = await open({});
  expect(input('Photo')).toHaveAccessibleDescription('Pictures only');
  expect(input('Important Documents')).not.toHaveAttribute('accept');
  give.dropping('Photo', [text]);
  expect(await screen.findByText('Left out (not a picture): notes.txt')).toBeVisible();
  give.dropping('Important Documents', [...files(12), text, new File([], 'empty.pdf', PDF)]);
  await waitFor(() => expect(chosen('Important Documents')).toBe(14));
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  await save(user);
  expect(await screen.findByText('Appointment created successfully!')).toBeVisible();
  expect(requestsTo('/laboratory/add-appointment')[0]?.body.documents).toHaveLength(14);
});
