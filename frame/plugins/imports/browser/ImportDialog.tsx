import Download from '@mui/icons-material/FileDownloadOutlined';
import Upload from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button, Checkbox, FormControlLabel, LinearProgress, Typography } from '@mui/material';
import {
  ContentDialog,
  FileButton,
  hasFeature,
  toast,
  useFieldLabel,
  useResourceName,
  useView,
} from 'portal-frame/browser';
import { FileDropArea, formatCsv, formatFileSize } from 'portal-frame/browser/plugins';
import { downloadCSV, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { getImportEntries } from '../importColumns.ts';
import type { ImportReport } from '../wire/importCalls.ts';
import { ColumnMapping, needsMapping } from './ColumnMapping.tsx';
import { ImportPreview, RowErrors } from './ImportReport.tsx';
import { useImport } from './useImport.ts';

/** Imports a CSV file: a dry run shows the result before anything is written. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const { resource } = useView();
  const { many } = useResourceName(resource);
  const { file, report, offered, error, running, choose, map, write } = useImport(onClose);
  const [confirmed, setConfirmed] = useState(false);
  const busy = running !== 'no';
  const questions = report?.rowErrors.filter(({ overlap }) => overlap).length ?? 0;
  const onlyQuestions = report !== undefined && questions > 0 && questions === report.rowErrors.length;
  const ready = report !== undefined && !busy && (report.errorCount === 0 || (onlyQuestions && confirmed));
  const { rows = 0, rowErrors = [], repeated = [] } = report ?? {};
  const asksMore = rowErrors.some(({ row }) => !repeated.includes(row));
  const actions = (
    <>
      <Button variant="outlined" onClick={onClose} disabled={busy}>
        {t('form.cancel')}
      </Button>
      <Button variant="contained" disabled={!ready} onClick={() => write({ confirmed })}>
        {t(running === 'importing' ? 'imports.importing' : ready ? 'imports.submitCount' : 'imports.submit', {
          count: rows,
        })}
      </Button>
      {onlyQuestions && repeated.length > 0 && repeated.length < rows && (
        <Button
          variant="contained"
          disabled={busy || (asksMore && !confirmed)}
          onClick={() => write({ confirmed, skipRepeated: true })}
        >
          {t('imports.skipRepeated', { count: rows - repeated.length, repeated: repeated.length })}
        </Button>
      )}
    </>
  );
  return (
    <ContentDialog
      title={t('imports.title', { name: many })}
      onClose={busy ? undefined : onClose}
      maxWidth="md"
      actions={actions}
    >
      <Box>
        <Typography color="textSecondary">{t('imports.hint')}</Typography>
        <TemplateButton />
      </Box>
      <FilePicker
        file={file}
        disabled={busy}
        onChoose={(chosen) => {
          setConfirmed(false);
          choose(chosen);
        }}
      />
      <Box aria-live="polite" sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {busy && (
          <Typography variant="body2" color="textSecondary" component="div">
            {t(`imports.${running}`)}
            <LinearProgress aria-label={t(`imports.${running}`)} sx={{ mt: 1 }} />
          </Typography>
        )}
        {error && <Alert severity="error">{error}</Alert>}
        {report && !busy && <Summary report={report} offered={offered} onlyQuestions={onlyQuestions} />}
      </Box>
      {report?.columns && (
        <ColumnMapping
          key={JSON.stringify([offered, report.columns])}
          report={report}
          columns={report.columns}
          offered={offered}
          busy={busy}
          onCheck={map}
        />
      )}
      {onlyQuestions && (
        <FormControlLabel
          control={<Checkbox checked={confirmed} onChange={(_event, checked) => setConfirmed(checked)} />}
          label={t('imports.confirm')}
        />
      )}
      {report && report.rowErrors.length > 0 && !needsMapping(report, offered) && <RowErrors report={report} />}
      {report && report.preview.length > 0 && (report.errorCount === 0 || onlyQuestions) && (
        <ImportPreview report={report} />
      )}
    </ContentDialog>
  );
}

interface SummaryProps {
  report: ImportReport;
  offered: readonly string[];
  onlyQuestions: boolean;
}

function Summary({ report, offered, onlyQuestions }: SummaryProps) {
  const t = useTranslate();
  const { rows, errorCount, ignored, columns } = report;
  const skipped = columns?.skippedLines ?? 0;
  const severity = errorCount === 0 ? 'success' : onlyQuestions ? 'warning' : 'error';
  const text = { success: 'imports.good', warning: 'imports.questions', error: 'imports.bad' }[severity];
  return (
    <>
      {needsMapping(report, offered) ? (
        <Alert severity="warning">{t('imports.assign')}</Alert>
      ) : (
        <Alert severity={severity}>{t(text, { count: errorCount === 0 ? rows : errorCount, rows })}</Alert>
      )}
      {columns?.isRemembered && <Alert severity="info">{t('imports.remembered')}</Alert>}
      {skipped > 0 && <Alert severity="info">{t('imports.skipped', { count: skipped })}</Alert>}
      {ignored.length > 0 && <Alert severity="info">{t('imports.ignored', { columns: ignored.join(', ') })}</Alert>}
    </>
  );
}

/** Downloads a file with the headings and the fields' examples, if any. */
function TemplateButton() {
  const t = useTranslate();
  const { resource, role } = useView();
  const label = useFieldLabel(resource);
  const entries = getImportEntries(resource, role, hasFeature);
  const examples = entries.map(({ field }) => resource.fields[field]?.example ?? '');
  const rows = [entries.map((entry) => label(entry.field)), ...(examples.some(Boolean) ? [examples] : [])];
  return (
    <Button
      size="small"
      startIcon={<Download />}
      onClick={() => downloadCSV(formatCsv(rows), `${resource.name}-template`)}
      sx={{ mt: 0.5, ml: -0.5 }}
    >
      {t('imports.template')}
    </Button>
  );
}

interface FilePickerProps {
  file: File | undefined;
  disabled: boolean;
  onChoose: (file: File) => void;
}

function FilePicker({ file, disabled, onChoose }: FilePickerProps) {
  const t = useTranslate();
  const id = useId();
  const label = t('imports.file');
  const take = ([first, ...others]: File[]) => {
    if (!first || disabled) return;
    if (others.length > 0) {
      const names = others.map(({ name }) => name).join(', ');
      toast.error(t('form.rejected.tooMany', { most: 1, smart_count: others.length, names }));
    }
    onChoose(first);
  };
  return (
    <FileDropArea onFiles={take}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" component="label" htmlFor={id} sx={{ overflowWrap: 'anywhere' }}>
          {file ? file.name : label}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {file ? formatFileSize(file.size) : t('form.dropFile')}
        </Typography>
      </Box>
      <FileButton
        startIcon={<Upload />}
        disabled={disabled}
        input={{ id, accept: '.csv,text/csv', 'aria-label': label }}
        onFiles={take}
      >
        {t('form.chooseFile')}
      </FileButton>
    </FileDropArea>
  );
}
