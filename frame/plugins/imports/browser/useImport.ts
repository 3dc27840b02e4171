import { useMutation } from '@tanstack/react-query';
import { RequestError, request, toast, useFailure, useView } from 'portal-frame/browser';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import {
  bindCollectionImport,
  type ImportInput,
  type ImportMapping,
  type ImportReport,
  readRowErrors,
} from '../wire/importCalls.ts';

export interface ImportState {
  file: File | undefined;
  /** The host's last reply. */
  report: ImportReport | undefined;
  /** Values of the file that the person could assign to choices. */
  offered: readonly string[];
  /** Set if the import failed without a report. */
  error: string | undefined;
  running: 'no' | 'checking' | 'importing';
  choose(file: File): void;
  /** Checks the file again with these columns. */
  map(mapping: ImportMapping): void;
  /** `confirmed` also imports rows that the host asks about, `skipRepeated` leaves out those that are there already. */
  write(answers: Pick<ImportInput, 'confirmed' | 'skipRepeated'>): void;
}

/** Returns a report on the rows that passed the dry run but failed when imported; undefined without such errors. */
function toRefusedReport(cause: unknown, before: ImportReport | undefined): ImportReport | undefined {
  const rowErrors = cause instanceof RequestError ? readRowErrors(cause.details) : [];
  return rowErrors.length > 0 && before ? { ...before, rowErrors, errorCount: rowErrors.length } : undefined;
}

/** Runs an import into the view's resource. `onDone` is called once all rows are written. */
export function useImport(onDone: () => void): ImportState {
  const t = useTranslate();
  const fail = useFailure();
  const refresh = useRefresh();
  const { resource, role } = useView();
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const [error, setError] = useState<string>();
  const [mapping, setMapping] = useState<ImportMapping>();
  const [offered, setOffered] = useState<readonly string[]>([]);
  const binding = resource.api ? resource.api.import?.[role] : bindCollectionImport(resource.name);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (input: ImportInput) =>
      binding ? binding.read(await request(binding.call, { body: binding.body?.(input) ?? {} })) : undefined,
    onSuccess: (found, { dryRun }) => {
      if (!found) return;
      setReport(found);
      if (dryRun) return;
      toast.success(t('toasts.imported', { count: found.written }));
      refresh();
      onDone();
    },
    onError: (cause: Error) => {
      const refused = toRefusedReport(cause, report);
      setReport(refused);
      if (!refused) setError(cause.message);
      fail(cause);
    },
  });
  const start = (input: ImportInput) => {
    setError(undefined);
    mutate(input);
  };
  return {
    file,
    report,
    offered,
    error,
    running: isPending ? (variables?.dryRun ? 'checking' : 'importing') : 'no',
    choose(chosen) {
      setFile(chosen);
      setReport(undefined);
      setMapping(undefined);
      setOffered([]);
      start({ file: chosen, dryRun: true, confirmed: false });
    },
    map(chosen) {
      setMapping(chosen);
      setOffered(report?.columns?.unknownValues.flatMap(({ values }) => values) ?? []);
      if (file) start({ file, dryRun: true, confirmed: false, mapping: chosen });
    },
    write: (answers) => file && start({ file, dryRun: false, ...answers, mapping }),
  };
}
