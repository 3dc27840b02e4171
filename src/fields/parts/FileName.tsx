import Typography from '@mui/material/Typography';

/** Characters of a name that stay in sight at its end, so that its ending does. */
const TAIL = 12;

/** A file's name in one line; where it is too long, its middle is left out. */
export function FileName({ name }: { name: string }) {
  const letters = [...name];
  const cut = Math.max(0, letters.length - TAIL);
  return (
    // A name may be Arabic: it is laid out, and cut, in its own direction.
    <Typography component="span" dir="auto" title={name} sx={{ display: 'flex', minWidth: 0 }}>
      {cut > 0 && <span style={START}>{letters.slice(0, cut).join('')}</span>}
      <span style={END}>{letters.slice(cut).join('')}</span>
    </Typography>
  );
}

const START = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' } as const;
const END = { flex: 'none', whiteSpace: 'pre' } as const;
