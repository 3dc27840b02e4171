/** What an upload takes, as far as it is known before the host sees it. */
export interface UploadLimits {
  accepts: 'image' | 'document';
  /** Files at most. */
  maxFiles?: number | undefined;
  /** Megabytes of a file at most; with it also goes that a file holds something. */
  maxMegabytes?: number | undefined;
  /** Only the kinds that our own host keeps; else pictures of any kind, and any document. */
  strict: boolean;
}

/** Files that were left out, and why. */
export interface RejectedFiles {
  why: 'notImage' | 'notPicture' | 'notDocument' | 'empty' | 'tooLarge' | 'twice' | 'tooMany';
  files: File[];
}

const ALLOWED_KINDS = { image: ['png', 'jpeg', 'webp'], document: ['pdf', 'png', 'jpeg', 'webp'] } as const;

/** For the input's `accept`: what its window offers to choose from. */
export function getAcceptAttribute({ accepts, strict }: UploadLimits): string | undefined {
  if (!strict) return accepts === 'image' ? 'image/*' : undefined;
  return ALLOWED_KINDS[accepts].map((kind) => (kind === 'pdf' ? 'application/pdf' : `image/${kind}`)).join(',');
}

/** The kind of a file by its type; a system that knows none leaves the ending. */
function getFileKind({ type, name }: File): string {
  if (type) return type.replace(/^(image|application)\//, '');
  return (name.split('.').pop() ?? '').toLowerCase().replace(/^jpg$/, 'jpeg');
}
const isImage = (file: File) =>
  file.type ? file.type.startsWith('image/') : /^(png|jpeg|webp|gif|heic|heif|bmp|avif)$/.test(getFileKind(file));
const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Adds files to those chosen before, or says of each that is left out why. One alone takes the place of the other. */
export function selectFiles(
  chosen: File[],
  offered: File[],
  limits: UploadLimits,
): { files: File[]; left: RejectedFiles[] } {
  const { accepts, maxFiles: most = Number.POSITIVE_INFINITY, maxMegabytes: megabytes, strict } = limits;
  const files = most === 1 ? [] : [...chosen];
  const left = new Map<RejectedFiles['why'], File[]>();
  const refusedFor = (file: File): RejectedFiles['why'] | null => {
    if (strict && !(ALLOWED_KINDS[accepts] as readonly string[]).includes(getFileKind(file)))
      return accepts === 'image' ? 'notImage' : 'notDocument';
    if (accepts === 'image' && !isImage(file)) return 'notPicture';
    if (megabytes && file.size === 0) return 'empty';
    if (megabytes && file.size > megabytes * 1024 * 1024) return 'tooLarge';
    if (files.some((one) => isSameFile(one, file))) return 'twice';
    return files.length >= most ? 'tooMany' : null;
  };
  for (const file of offered) {
    const why = refusedFor(file);
    if (why) left.set(why, [...(left.get(why) ?? []), file]);
    else files.push(file);
  }
  return { files: files.length > 0 ? files : chosen, left: [...left].map(([why, names]) => ({ why, files: names })) };
}
