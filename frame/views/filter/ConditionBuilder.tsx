import Add from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import { useListContext } from 'ra-core';
import { useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { RADIUS } from '../../theme/tokens.ts';
import { visuallyHidden } from '../../theme/visuallyHidden.ts';
import { ConditionRowInputs, OptionSelect } from './ConditionRowInputs.tsx';
import { type ConditionField, useConditionFields } from './conditionFields.ts';
import { CONDITIONS, createRow, FIXED, isGroup } from './conditionTree.ts';
import { useConditionTexts } from './useConditionTexts.ts';
import { useWhereSentence } from './useWhereSentence.ts';

/** Rows of conditions in the filter panel's form, joined by all or any, with one level of groups. */
export default function ConditionBuilder() {
  const t = useConditionTexts();
  const fields = useConditionFields();
  const { setValue } = useFormContext();
  const isFixed = useWatch({ name: CONDITIONS }) === FIXED;
  const clear = () => setValue(CONDITIONS, undefined);
  return (
    <Box
      component="section"
      aria-label={t('conditions.title')}
      sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}
    >
      {isFixed ? <FixedConditions onRemove={clear} /> : <Group source={CONDITIONS} fields={fields} onEmpty={clear} />}
    </Box>
  );
}

/** Shows the address's conditions as a sentence, if rows cannot show them, with a button that removes them. */
function FixedConditions({ onRemove }: { onRemove: () => void }) {
  const t = useConditionTexts();
  const { filterValues } = useListContext();
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography color="textSecondary">{t('conditions.fixed')}</Typography>
      <Typography>{useWhereSentence(filterValues.where)}</Typography>
      <Button variant="outlined" onClick={onRemove}>
        {t('conditions.removeAll')}
      </Button>
    </Box>
  );
}

interface GroupProps {
  source: string;
  fields: readonly ConditionField[];
  /** Number among the rows of the list; the list's own conditions have none. */
  number?: number;
  onEmpty: () => void;
}

function Group({ source, fields, number, onEmpty }: GroupProps) {
  const t = useConditionTexts();
  const { setValue } = useFormContext();
  const join = useWatch({ name: `${source}.join` });
  const { fields: rows, append, remove } = useFieldArray({ name: `${source}.rows` });
  const adder = useRef<HTMLButtonElement>(null);
  const [first] = fields;
  if (!first) return null;
  const drop = (index: number) => {
    if (rows.length === 1) return onEmpty();
    remove(index);
    adder.current?.focus();
  };
  const add = (row: object) => append(row, { shouldFocus: false });
  return (
    <Box
      {...(number && { role: 'group', 'aria-label': t('conditions.group', { number }) })}
      sx={{
        ...{ display: 'grid', gap: { xs: 2, md: 1 }, minWidth: 0 },
        ...(number && { p: 1.5, border: 1, borderColor: 'divider', borderRadius: `${RADIUS.control}px` }),
      }}
    >
      {(rows.length > 1 || number) && (
        <OptionSelect
          label={t('conditions.match')}
          value={join}
          options={Object.entries({ and: t('conditions.all'), or: t('conditions.any') })}
          onSelect={(chosen) => setValue(`${source}.join`, chosen)}
          sx={{ width: 'auto', justifySelf: 'start', '& .MuiInputLabel-root': visuallyHidden }}
        />
      )}
      {rows.map((row, index) => {
        const place = { source: `${source}.rows.${index}`, number: index + 1, fields };
        const Row = isGroup(row) ? Group : ConditionRowInputs;
        return <Row key={row.id} {...place} onEmpty={() => drop(index)} />;
      })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: -1 }}>
        <Button ref={adder} startIcon={<Add />} onClick={() => add(createRow(first))}>
          {t('conditions.add')}
        </Button>
        {!number && (
          <Button
            startIcon={<Add />}
            onClick={() => add({ join: join === 'and' ? 'or' : 'and', rows: [createRow(first)] })}
          >
            {t('conditions.addGroup')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
