/** A multipart form. */
export function formOf(values: object = {}, files: Record<string, readonly File[]> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, String(value));
  for (const [name, list] of Object.entries(files)) for (const file of list) form.append(name, file);
  return form;
}

/** An encoded form. */
export async function encoded(form: FormData): Promise<{ payload: Buffer; type: string }> {
  const sent = new Response(form);
  return { payload: Buffer.from(await sent.arrayBuffer()), type: sent.headers.get('content-type') as string };
}
