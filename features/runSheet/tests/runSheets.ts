import { fireEvent, screen } from '@testing-library/react';
import { DATABASE } from 'portal-frame/internal/browser';

export const TODAY = '/employee/get-today-appointments';
export const UPLOAD = '/employee/upload-tracking/a1';
export const PATH = '/employee-run-sheet';
export const at = (hours: number) => {
  const time = new Date();
  time.setHours(hours, 0, 0, 0);
  return time.toISOString();
};

export const card = (name = 'María Núñez') => screen.findByRole('listitem', { name });
export async function givePhoto() {
  const input = await screen.findByLabelText('Tracking photo of María Núñez');
  fireEvent.change(input, { target: { files: [new File(['a picture'], 'camera.jpg', { type: 'image/jpeg' })] } });
}

export async function takePhoto() {
  await givePhoto();
  fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }));
}

export async function stored(): Promise<string> {
  const db = await new Promise<IDBDatabase>((done) => {
    const asked = indexedDB.open(DATABASE);
    asked.onsuccess = () => done(asked.result);
  });
  const records = await new Promise<unknown[]>((done) => {
    const asked = db.transaction('records').objectStore('records').getAll();
    asked.onsuccess = () => done(asked.result);
  });
  db.close();
  return records.map((one) => new TextDecoder().decode(one as ArrayBuffer)).join('\n');
}
