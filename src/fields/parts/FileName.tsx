import Typography from '@mui/material/Typography';

/** Characters of a long name that stay in sight at its end, so that its ending does. */
const TAIL = 12;
const LONG = 20;

/** A file's name in one line; where it is too long, its middle is left out. */
export function FileName({ name }: { name: string }) {
  const letters = [...name];
  const cut = letters.length > LONG ? letters.length - TAIL : letters.length;
  return (
    // A name may be Arabic: it is laid out, and cut, in its own direction.
    <Typography component="span" dir="auto" title={name} sx={{ display: 'flex', minWidth: 0 }}>
      <span style={START}>{letters.slice(0, cut).join('')}</span>
      {cut < letters.length && <span style={END}>{letters.slice(cut).join('')}</span>}
    </Typography>
  );
}

const START = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' } as const;
const END = { flex: 'none', whiteSpace: 'pre' } as const;
