import Typography from '@mui/material/Typography';

/** Characters of a long name that stay in sight at its end, so that its ending does. */
const TAIL_LENGTH = 12;
const MAX_LENGTH = 20;

/** A file's name in one line; where it is too long, its middle is left out. */
export function FileName({ name }: { name: string }) {
  const letters = [...name];
  const tail = letters.slice(-TAIL_LENGTH).join('');
  return (
    // A name may be Arabic: it is laid out, and cut, in its own direction.
    <Typography component="span" dir="auto" title={name} sx={{ display: 'flex', minWidth: 0 }}>
      {letters.length <= MAX_LENGTH ? (
        <span style={headStyle}>{name}</span>
      ) : (
        <>
          <span className="sr-only">{name}</span>
          <span aria-hidden style={headStyle}>
            {letters.slice(0, -TAIL_LENGTH).join('')}
          </span>
          <span aria-hidden style={tailStyle}>
            {tail}
          </span>
        </>
      )}
    </Typography>
  );
}

const headStyle = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' } as const;
const tailStyle = { flex: 'none', whiteSpace: 'pre' } as const;
