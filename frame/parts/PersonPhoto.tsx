import { type CSSProperties, useState } from 'react';
import { toFileUrl } from '../dataProvider/host.ts';

function getInitials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : ''].map((part) => [...(part ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

const getHue = (name: string) => [...name].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 360, 7);

interface PersonPhotoProps {
  name: string;
  /** Relative to the host. Initials show if it is missing or fails to load. */
  image?: string | null;
  size?: number;
}

/** Shows a person's photo, or their initials on a colour derived from the name. */
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
