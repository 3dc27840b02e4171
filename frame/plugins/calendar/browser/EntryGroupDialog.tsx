import { Box, Button, Checkbox, FormControlLabel } from '@mui/material';
import { ContentDialog, lazyComponent, useView } from 'portal-frame/browser';
import { BulkActionPicker, useShowRecord } from 'portal-frame/browser/plugins';
import { ListContextProvider, useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { CalendarEntry } from './calendarEntries.ts';

interface EntryGroupDialogProps {
  entries: readonly CalendarEntry[];
  /** YYYY-MM-DD. */
  day: string;
  /** Bulk action that puts entries into a lane; undefined if the role may not. */
  action: string | undefined;
  onClose: () => void;
}

/** Shows several entries of a day, to choose and assign them together. All are chosen at first. */
export default function EntryGroupDialog({ entries, day, action, onClose }: EntryGroupDialogProps) {
  const t = useTranslate();
  const { dayTool } = useView().resource.list.calendar ?? {};
  const DayTool = dayTool && lazyComponent(dayTool);
  const list = useListContext();
  const show = useShowRecord();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const selectedIds = entries.flatMap(({ id }) => (leftOut.has(id) ? [] : [id]));
  const choose = (id: string, chosen: boolean) =>
    setLeftOut(new Set(chosen ? [...leftOut].filter((one) => one !== id) : [...leftOut, id]));
  const context = { ...list, data: entries.map(({ record }) => record), selectedIds, onUnselectItems: onClose };
  const actions = (
    <>
      <Button variant="outlined" onClick={onClose}>
        {t('form.close')}
      </Button>
      {selectedIds.length > 0 && (
        <ListContextProvider value={context as never}>
          {action && <BulkActionPicker name={action} />}
          {DayTool && <DayTool day={day} ids={selectedIds} />}
        </ListContextProvider>
      )}
    </>
  );
  return (
    <ContentDialog
      title={t('calendar.chosen', { count: selectedIds.length, total: entries.length })}
      onClose={onClose}
      actions={actions}
    >
      <Box>
        <FormControlLabel
          label={t('calendar.chooseAll', { count: entries.length })}
          control={
            <Checkbox
              checked={leftOut.size === 0}
              indeterminate={leftOut.size > 0 && selectedIds.length > 0}
              onChange={(_, all) => setLeftOut(new Set(all ? [] : entries.map(({ id }) => id)))}
            />
          }
        />
        {entries.map(({ id, time, title: name, record }) => (
          <Box key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <FormControlLabel
              sx={{
                flex: 1,
                minWidth: 0,
                mr: 0,
                '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere', minWidth: 0 },
              }}
              label={[time, name].filter(Boolean).join(' · ')}
              control={<Checkbox checked={!leftOut.has(id)} onChange={(_, chosen) => choose(id, chosen)} />}
            />
            <Button size="small" aria-label={`${t('list.view')}: ${name}`} onClick={() => show(record)}>
              {t('list.view')}
            </Button>
          </Box>
        ))}
      </Box>
    </ContentDialog>
  );
}
