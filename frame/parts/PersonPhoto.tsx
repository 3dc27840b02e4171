import { type CSSProperties, useState } from 'react';
import { toFileUrl } from '../dataProvider/host.ts';

/** First letters of the first and last name, whatever the alphabet. */
function getInitials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : ''].map((part) => [...(part ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** A hue that stays with the name. */
const getHue = (name: string) => [...name].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 360, 7);

interface PersonPhotoProps {
  name: string;
  /** Address of the photo relative to the host; without one, or where it does not load, the initials stand there. */
  image?: string | null;
  size?: number;
}

/** A person's photo, or their initials on a soft colour of their own. */
export function PersonPhoto({ name, image, size = 36 }: PersonPhotoProps) {
  const [missing, setMissing] = useState<string>();
  return (
    <span
      className="photo"
      aria-hidden
      data-initials={getInitials(name)}
      style={{ '--size': `${size}px`, '--hue': getHue(name) } as CSSProperties}
    >
      {image && image !== missing && (
        <img src={toFileUrl(image)} alt="" loading="lazy" onError={() => setMissing(image)} />
      )}
    </span>
  );
}
