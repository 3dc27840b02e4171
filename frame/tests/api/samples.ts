import sharp from 'sharp';

export const pdf = (text: string, name = `${text}.pdf`) =>
  new File([`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`], name, {
    type: 'application/pdf',
  });

export async function photo(background = '#446688', name = 'photo.jpg'): Promise<File> {
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
}
