import { Box, Button, type ButtonProps } from '@mui/material';
import { type ChangeEvent, type ComponentProps, type DragEvent, type PropsWithChildren, useState } from 'react';
import { visuallyHidden } from '../theme/visuallyHidden.ts';

type TakeFiles = (files: File[]) => void;

/** Leaves focus and role to the input inside the label. */
const LABEL_PROPS = { component: 'label', role: undefined, tabIndex: -1 } as const;

interface FileButtonProps extends Omit<ButtonProps<'label'>, 'component' | 'sx'> {
  input: ComponentProps<'input'>;
  /** In px. */
  minHeight?: number;
  onFiles: TakeFiles;
}

/** A button that opens the browser's file dialog or camera. */
export function FileButton({ input, minHeight, onFiles, children, ...props }: FileButtonProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Allows the same, corrected file to be chosen again.
    target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <Button
      variant="outlined"
      {...props}
      {...LABEL_PROPS}
      sx={{ minHeight, '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 } }}
    >
      {children}
      <Box component="input" {...input} type="file" disabled={props.disabled} onChange={onChange} sx={visuallyHidden} />
    </Button>
  );
}

/** Area onto which people drop files, with a button that chooses them. */
export function FileDropArea({
  onFiles,
  invalid,
  children,
}: PropsWithChildren<{ onFiles: TakeFiles; invalid?: boolean }>) {
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') onFiles([...event.dataTransfer.files]);
  };
  return (
    <Box
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={onDrag}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        p: 1.5,
        borderRadius: 2,
        border: '1px dashed',
        borderColor: over ? 'primary.main' : invalid ? 'error.main' : 'edge',
        bgcolor: over ? 'primary.soft' : undefined,
      }}
    >
      {children}
    </Box>
  );
}
