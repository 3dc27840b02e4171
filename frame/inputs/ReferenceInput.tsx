import { useGetList, useRecordContext, useTranslate } from 'ra-core';
import { useContext, useEffect, useMemo } from 'react';
import { AutocompleteInput } from 'react-admin';
import { getResource } from '../config/registry.ts';
import { type AnyResource, mayDo } from '../config/resource.ts';
import type { InputProps } from '../fields/kind.ts';
import { fillTemplate, type ReferenceOptions } from '../fields/reference.ts';
import { toast } from '../notify/toast.ts';
import { useLabel } from '../parts/intl.ts';
import { currentRole, hasFeature, isOffered } from '../session/session.ts';
import type { Hint } from '../wire/binding.ts';
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

/** True if the role may list the records to choose from, by the host's call or by its right. */
function canListTargets(to: AnyResource, role: Role | null): boolean {
  if (role === null) return false;
  return to.api ? to.api.list?.[role] !== undefined : mayDo(to, role, 'list');
}

/** Selects one or many records of another resource: searched by the host if it can search, else loaded as one list. */
export function ReferenceInput(props: InputProps & { many?: boolean }) {
  const { to, value = 'id', extraOptions: also } = props.field as unknown as ReferenceOptions;
  const { api, list } = getResource(to);
  const role = currentRole();
  const search = role ? api?.search?.[role] : undefined;
  const searched =
    (api ? search && isOffered(search.call) : list.search?.length) &&
    (props.value ?? value) === 'id' &&
    !(props.filter && also);
  return searched ? <ReferenceSearchInput {...props} /> : <ReferenceSelectInput {...props} />;
}

function ReferenceSelectInput({
  source,
  field,
  label,
  required,
  value,
  filter,
  many,
}: InputProps & { many?: boolean }) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const options = field as unknown as {
    to: string;
    text: string;
    value?: string;
    extraOptions?: string[];
    noOptionsText?: string;
  };
  const target = getResource(options.to);
  const { list, api } = target;
  const role = currentRole();
  const canList = canListTargets(target, role);
  const isPaged = role !== null && api?.list?.[role]?.unpaged === undefined && api !== undefined;
  const params = {
    pagination: { page: 1, perPage: 1000 },
    sort: list.sort,
    filter: {},
    // Hosts with the `pageSize` feature return all records; others return their first page.
    ...(isPaged && hasFeature('pageSize') && { meta: { view: true } }),
  };
  const { data, isPending, error } = useGetList(options.to, params, { enabled: canList });
  // Expired sessions are handled elsewhere and never arrive here as errors (spec 8).
  useEffect(() => {
    if (error) toast.error(error.message);
  }, [error]);
  const hints = useContext(HintsContext);
  const choices = useMemo((): ReferenceOption[] => {
    const key = value ?? options.value ?? 'id';
    const records = (data ?? []).map((record) => ({
      id: record[key] as string,
      name: fillTemplate(options.text, record),
      hint: hints?.[String(record.id)],
    }));
    if (hints) records.sort(compareHints);
    const names = new Set(records.map(({ id }) => id));
    const also = filter
      ? (options.extraOptions ?? []).filter((name) => !names.has(name)).map((name) => ({ id: name, name }))
      : [];
    return [...records, ...also];
  }, [data, hints, value, filter, options.value, options.text, options.extraOptions]);
  return (
    <AutocompleteInput
      {...(many && MULTIPLE_PROPS)}
      source={source}
      label={label}
      choices={choices}
      isPending={canList && isPending}
      isRequired={required}
      translateChoice={false}
      {...(hints && hintedOptionProps)}
      // Enter takes the first match and does not submit the form.
      autoHighlight
      noOptionsText={t(error ? 'errors.load' : (options.noOptionsText ?? 'list.nothing'))}
      {...(filter && { TextFieldProps: { placeholder: t('list.all') } })}
      helperText={field.help ? translateLabel(field.help) : false}
      fullWidth
    />
  );
}
