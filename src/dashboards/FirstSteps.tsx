import Check from '@mui/icons-material/Check';
import { Box, Button, Card, Typography } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import type { Role } from 'portal-frame';
import {
  findImportBinding,
  findResource,
  getResource,
  hasFeature,
  mayDo,
  useCreateTitle,
  useResourceName,
} from 'portal-frame/browser';
import { useDataProvider, useStore, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { Section } from '../pages/Section.tsx';

/** A portal with this many visits has no need of first steps. */
export const MAX_FIRST_VISITS = 20;

interface Step {
  /** Key of the texts. */
  name: string;
  /** Resources that must have a record each, in their order. */
  resources: readonly string[];
}

const STEPS: readonly Step[] = [
  { name: 'laboratory', resources: ['laboratories'] },
  { name: 'employees', resources: ['employees', 'shifts'] },
  { name: 'prices', resources: ['prices', 'payRates'] },
  { name: 'visit', resources: ['appointments'] },
];

const ONE = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };

/** Returns the steps that this host offers. */
function listSteps(role: Role): Step[] {
  const isOffered = (name: string) => {
    const { feature, roles } = findResource(name) ?? {};
    return roles?.[role]?.list !== undefined && (!feature || hasFeature(feature));
  };
  return STEPS.map(({ name, resources }) => ({ name, resources: resources.filter(isOffered) })).filter(
    ({ resources }) => resources.length > 0,
  );
}

/** Tells for each step if it is done. Undefined while loading, or if a list cannot be read. */
function useDoneSteps(steps: readonly Step[], enabled: boolean): boolean[] | undefined {
  const dataProvider = useDataProvider();
  const names = steps.flatMap(({ resources }) => resources);
  const lists = useQueries({
    queries: names.map((name) => ({
      queryKey: [name, 'getList', ONE],
      queryFn: () => dataProvider.getList(name, ONE),
      enabled,
    })),
  });
  if (lists.some(({ data }) => data === undefined)) return undefined;
  const filled = names.filter((_, place) => lists[place]?.data?.data.length);
  return steps.map(({ resources }) => resources.every((name) => filled.includes(name)));
}

/** Tells the first administrator what to enter, in order. Each step is ticked by its data; gone once all are done. */
export function FirstSteps({ role }: { role: Role }) {
  const t = useTranslate();
  const [isClosed, close] = useStore('firstStepsClosed', false);
  const steps = listSteps(role);
  const done = useDoneSteps(steps, !isClosed);
  const isComplete = done?.every(Boolean) === true;
  useEffect(() => {
    if (isComplete) close(true);
  }, [isComplete, close]);
  if (isClosed || isComplete || !done) return null;
  const next = done.indexOf(false);
  return (
    <Section
      title={t('firstSteps.title')}
      action={
        <Button size="small" onClick={() => close(true)}>
          {t('firstSteps.hide')}
        </Button>
      }
    >
      <Card component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map((step, place) => (
          <StepRow
            key={step.name}
            step={step}
            role={role}
            number={place + 1}
            isDone={done[place] === true}
            isNext={place === next}
          />
        ))}
      </Card>
    </Section>
  );
}

interface StepRowProps {
  step: Step;
  role: Role;
  number: number;
  isDone: boolean;
  isNext: boolean;
}

function StepRow({ step: { name, resources }, role, number, isDone, isNext }: StepRowProps) {
  const t = useTranslate();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '32px 1fr', md: '32px 1fr auto' },
        alignItems: 'center',
        gap: 1.5,
        p: 2,
        '& + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box
        component="span"
        role="img"
        aria-label={t(isDone ? 'firstSteps.done' : 'firstSteps.open', { number })}
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 28,
          height: 28,
          borderRadius: '50%',
          fontWeight: 650,
          ...(isDone
            ? { color: 'success.strong', bgcolor: 'success.soft' }
            : { color: 'text.secondary', border: 1, borderColor: 'divider' }),
        }}
      >
        {isDone ? <Check fontSize="small" /> : number}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650 }}>{t(`firstSteps.${name}`)}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t(`firstSteps.${name}Hint`)}
        </Typography>
      </Box>
      {!isDone && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, gridColumn: { xs: '2', md: 'auto' } }}>
          {resources.map((resource, place) => (
            <StepLinks key={resource} resource={resource} role={role} isMain={isNext && place === 0} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function StepLinks({ resource: name, role, isMain }: { resource: string; role: Role; isMain: boolean }) {
  const t = useTranslate();
  const resource = getResource(name);
  const { many } = useResourceName(resource);
  const createTitle = useCreateTitle(resource);
  const { list, form } = resource.roles[role] ?? {};
  return (
    <>
      {list && findImportBinding(resource, role) && (
        <Button component={Link} to={list} state={{ import: true }} variant="outlined">
          {t('firstSteps.import', { name: many })}
        </Button>
      )}
      {form && mayDo(resource, role, 'create') && (
        <Button component={Link} to={form} variant={isMain ? 'contained' : 'outlined'}>
          {createTitle}
        </Button>
      )}
    </>
  );
}
