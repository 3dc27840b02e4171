import ViewWeek from '@mui/icons-material/ViewWeek';
import { Box, Button, Popover } from '@mui/material';
import { useTranslate } from 'ra-core';
import { createContext, useContext, useState } from 'react';
import { useView } from '../shared/ResourceViewContext.tsx';

export const ColumnChoiceContext = createContext<{ choosing: boolean; choose: (choosing: boolean) => void }>({
  choosing: false,
  choose: () => undefined,
});

/** Opens a popover into which ColumnChoice renders react-admin's column selector. It is rendered only while open. */
export function ColumnsButton() {
  const t = useTranslate();
  const { resource } = useView();
  const { choosing, choose } = useContext(ColumnChoiceContext);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ViewWeek />}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
          choose(true);
        }}
      >
        {t('ra.action.select_columns')}
      </Button>
      {choosing && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => choose(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        >
          <Box id={`${resource.name}.datatable-columnsSelector`} sx={{ px: 1, minWidth: 200 }} />
        </Popover>
      )}
    </>
  );
}
