/** Upload rules that the browser can check. */
export interface UploadLimits {
  accepts: 'image' | 'document';
  maxFiles?: number | undefined;
  /** Per file. If set, empty files are refused too. */
  maxMegabytes?: number | undefined;
  /** True for our own host. Other hosts accept any image, and any file as a document. */
  hasFixedTypes: boolean;
}

export interface RejectedFiles {
  why: 'notImage' | 'notPicture' | 'notDocument' | 'empty' | 'tooLarge' | 'twice' | 'tooMany';
  files: File[];
}

const ALLOWED_KINDS = { image: ['png', 'jpeg', 'webp'], document: ['pdf', 'png', 'jpeg', 'webp'] } as const;

export function getAcceptAttribute({ accepts, hasFixedTypes }: UploadLimits): string | undefined {
  if (!hasFixedTypes) return accepts === 'image' ? 'image/*' : undefined;
  return ALLOWED_KINDS[accepts].map((kind) => (kind === 'pdf' ? 'application/pdf' : `image/${kind}`)).join(',');
}

/** Falls back to the file extension if the system reports no type. */
function getFileKind({ type, name }: File): string {
  if (type) return type.replace(/^(image|application)\//, '');
  return (name.split('.').pop() ?? '').toLowerCase().replace(/^jpg$/, 'jpeg');
}
const isImage = (file: File) =>
  file.type ? file.type.startsWith('image/') : /^(png|jpeg|webp|gif|heic|heif|bmp|avif)$/.test(getFileKind(file));
const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Adds files to the selection and groups rejected ones by reason. With `maxFiles` 1, a new file replaces the old. */
export function selectFiles(
  chosen: File[],
  offered: File[],
  limits: UploadLimits,
): { files: File[]; rejected: RejectedFiles[] } {
  const { accepts, maxFiles = Number.POSITIVE_INFINITY, maxMegabytes, hasFixedTypes } = limits;
  const files = maxFiles === 1 ? [] : [...chosen];
  const rejected = new Map<RejectedFiles['why'], File[]>();
  const refusedFor = (file: File): RejectedFiles['why'] | null => {
    if (hasFixedTypes && !(ALLOWED_KINDS[accepts] as readonly string[]).includes(getFileKind(file)))
      return accepts === 'image' ? 'notImage' : 'notDocument';
    if (accepts === 'image' && !isImage(file)) return 'notPicture';
    if (maxMegabytes && file.size === 0) return 'empty';
    if (maxMegabytes && file.size > maxMegabytes * 1024 * 1024) return 'tooLarge';
    if (files.some((other) => isSameFile(other, file))) return 'twice';
    return files.length >= maxFiles ? 'tooMany' : null;
  };
  for (const file of offered) {
    const why = refusedFor(file);
    if (why) rejected.set(why, [...(rejected.get(why) ?? []), file]);
    else files.push(file);
  }
  return {
    files: files.length > 0 ? files : chosen,
    rejected: [...rejected].map(([why, some]) => ({ why, files: some })),
  };
}
