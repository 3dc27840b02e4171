import { useGetList, useRecordContext, useTranslate } from 'ra-core';
import { useContext, useEffect, useMemo } from 'react';
import { AutocompleteInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { getResource } from '../config/registry.ts';
import { type AnyResource, mayDo } from '../config/resource.ts';
import type { InputProps } from '../fields/kind.ts';
import { fillTemplate } from '../fields/reference.ts';
import { toast } from '../notify/toast.ts';
import { useLabel } from '../parts/intl.ts';
import { createChoiceFilter } from '../parts/matchContext.ts';
import { getReferenceOptions } from '../parts/referenceOptions.ts';
import { currentRole, hasFeature, isOffered } from '../session/session.ts';
import type { AnyRecord, Hint } from '../wire/binding.ts';
import type { Role } from '../wire/call.ts';
import { compareHints, HintsContext, ReferenceHint } from './ReferenceHint.tsx';
import { MULTIPLE_PROPS, ReferenceSearchInput } from './ReferenceSearchInput.tsx';

interface ReferenceOption {
  id: string;
  name: string;
  hint?: Hint | undefined;
}

function HintedOption() {
  const choice = useRecordContext<ReferenceOption>();
  if (!choice) return null;
  const { name, hint } = choice;
  return (
    <span className="picker-line">
      <span className="picker-name">{name}</span>
      <ReferenceHint hint={hint} />
    </span>
  );
}
const getOptionName = (choice?: ReferenceOption) => choice?.name ?? '';
const hintedOptionProps = {
  optionText: <HintedOption />,
  inputText: getOptionName,
  matchSuggestion: (text: string, choice: ReferenceOption) =>
    getOptionName(choice).toLowerCase().includes(text.toLowerCase()),
};

/** True if the role may list the records to choose from: by a call of the config, or in a collection by its right. */
function canListTargets(to: AnyResource, role: Role | null): boolean {
  if (role === null) return false;
  return to.api ? to.api.list?.[role] !== undefined : mayDo(to, role, 'list');
}

/** Selects one or many records of another resource: searched by the host if it can search, else loaded as one list. */
export function ReferenceInput(props: InputProps & { many?: boolean }) {
  const { to, value = 'id', extraOptions } = getReferenceOptions(props.field);
  const { api, list } = getResource(to);
  const role = currentRole();
  const search = role ? api?.search?.[role] : undefined;
  const searched =
    (api ? search && isOffered(search.call) : list.search?.length) &&
    (props.value ?? value) === 'id' &&
    !(props.filter && extraOptions);
  return searched ? <ReferenceSearchInput {...props} /> : <ReferenceSelectInput {...props} />;
}

/** Returns the records to choose from, ranked by their hints, and the field's extra options in a filter. */
function useReferenceOptions({ source, field, value, filter }: InputProps) {
  const { to, value: fieldKey = 'id', extraOptions, where, ...texts } = getReferenceOptions(field);
  const target = getResource(to);
  const text = texts.text ?? target.title;
  const role = currentRole();
  const canList = canListTargets(target, role);
  const isPaged = role !== null && target.api !== undefined && target.api.list?.[role]?.unpaged === undefined;
  const params = {
    pagination: { page: 1, perPage: 1000 },
    sort: target.list.sort,
    filter: {},
    // Hosts with the `pageSize` feature return all records; others return their first page.
    ...(isPaged && hasFeature('pageSize') && { meta: { view: true } }),
  };
  const { data, isPending, error } = useGetList<AnyRecord>(to, params, { enabled: canList });
  // Expired sessions are handled elsewhere and never arrive here as errors (spec 8).
  useEffect(() => {
    if (error) toast.error(error.message);
  }, [error]);
  const hints = useContext(HintsContext);
  // A chosen record stays, and lists are filtered by any.
  const chosen = useWatch({ name: source });
  const choices = useMemo((): ReferenceOption[] => {
    const isChoosable = createChoiceFilter(filter ? undefined : where);
    const records = (data ?? []).flatMap((record) => {
      const id = record[value ?? fieldKey] as string;
      const option = { id, name: fillTemplate(text, record), hint: hints?.[String(record.id)] };
      return isChoosable(record) || [chosen].flat().includes(id) ? option : [];
    });
    if (hints) records.sort(compareHints);
    const ids = new Set(records.map(({ id }) => id));
    const others = ((filter && extraOptions) || []).filter((name) => !ids.has(name));
    return [...records, ...others.map((name) => ({ id: name, name }))];
  }, [data, hints, value, filter, fieldKey, text, extraOptions, where, chosen]);
  const noOptionsText = error ? 'errors.load' : (texts.noOptionsText ?? 'list.nothing');
  return { choices, isPending: canList && isPending, noOptionsText, hinted: hints !== undefined };
}

function ReferenceSelectInput(props: InputProps & { many?: boolean }) {
  const { source, field, label, required, filter, many } = props;
  const t = useTranslate();
  const translateLabel = useLabel();
  const { choices, isPending, noOptionsText, hinted } = useReferenceOptions(props);
  return (
    <AutocompleteInput
      {...(many && MULTIPLE_PROPS)}
      source={source}
      label={label}
      choices={choices}
      isPending={isPending}
      isRequired={required}
      translateChoice={false}
      {...(hinted && hintedOptionProps)}
      // Enter takes the first match and does not submit the form.
      autoHighlight
      noOptionsText={t(noOptionsText)}
      {...(filter && { TextFieldProps: { placeholder: t('list.all') } })}
      helperText={field.help ? translateLabel(field.help) : false}
      fullWidth
    />
  );
}
