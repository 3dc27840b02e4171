import { Typography } from '@mui/material';

/** Characters kept at the end of a long name, so the file extension stays visible. */
const TAIL_LENGTH = 12;
const MAX_LENGTH = 20;

/** Shows a file name in one line. Long names lose their middle. */
export function FileName({ name }: { name: string }) {
  const letters = [...name];
  const tail = letters.slice(-TAIL_LENGTH).join('');
  return (
    // Names may be right-to-left, for example Arabic.
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
