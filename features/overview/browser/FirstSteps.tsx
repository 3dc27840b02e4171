import Check from '@mui/icons-material/Check';
import { Box, Button, Card, Typography } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import type { AnyRecord, Role } from 'portal-frame';
import {
  findResource,
  getListActions,
  getResource,
  hasFeature,
  mayDo,
  useCreateTitle,
  useResourceName,
} from 'portal-frame/browser';
import { useDataProvider, useStore, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { type FirstStep, getFirstSteps } from '../../../src/browserParts.ts';
import { Section } from '../../../src/pages/Section.tsx';
import { getProfilePath } from '../../../src/pages/settings/useProfilePath.ts';
import { SELLER_FIELDS } from '../../../src/wire/choices.ts';

interface Step extends FirstStep {
  /** Default: each resource has a record. */
  isDone?: (lists: Lists) => boolean;
}

/** The first records by resource. */
type Lists = Readonly<Record<string, readonly AnyRecord[]>>;

/** True if the profile of an employee names hours; 'Custom' names none (server/store/shiftTiming.ts). */
const hasHours = ({ shiftTiming }: AnyRecord) => /\d/.test(String(shiftTiming));

const STEPS: readonly Step[] = [
  {
    name: 'business',
    resources: ['businessProfile'],
    isDone: ({ businessProfile = [] }) => SELLER_FIELDS.every((field) => businessProfile[0]?.[field]),
  },
  { name: 'laboratory', resources: ['laboratories'] },
  {
    name: 'employees',
    resources: ['employees', 'shifts'],
    isDone: ({ employees = [], shifts = [] }) =>
      employees.length > 0 && (shifts.length > 0 || employees.some(hasHours)),
  },
];
const LAST: Step = { name: 'visit', resources: ['appointments'] };

const FIRST = { pagination: { page: 1, perPage: 100 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} };

/** Returns the steps that this host offers. */
function listSteps(role: Role): Step[] {
  const isOffered = (name: string) => {
    const { feature, roles } = findResource(name) ?? {};
    return roles?.[role]?.list !== undefined && (!feature || hasFeature(feature));
  };
  return [...STEPS, ...getFirstSteps(), LAST]
    .map((step) => ({ ...step, resources: step.resources.filter(isOffered) }))
    .filter(({ resources }) => resources.length > 0);
}

/** Reads the first records of each step. Undefined while loading, or if a list cannot be read. */
function useLists(steps: readonly Step[], enabled: boolean): Lists | undefined {
  const dataProvider = useDataProvider();
  const names = steps.flatMap(({ resources }) => resources);
  const lists = useQueries({
    queries: names.map((name) => ({
      queryKey: [name, 'getList', FIRST],
      queryFn: () => dataProvider.getList<AnyRecord>(name, FIRST),
      enabled,
    })),
  });
  if (lists.some(({ data }) => data === undefined)) return undefined;
  return Object.fromEntries(names.map((name, place) => [name, lists[place]?.data?.data ?? []]));
}

const isStepDone = ({ resources, isDone }: Step, lists: Lists): boolean =>
  isDone ? isDone(lists) : resources.every((name) => lists[name]?.length);

/** Tells the first administrator what to enter, in order. Each step is ticked by its data; gone once all are done. */
export function FirstSteps({ role }: { role: Role }) {
  const t = useTranslate();
  const [isClosed, close] = useStore('firstStepsClosed', false);
  const steps = listSteps(role);
  const lists = useLists(steps, !isClosed);
  const done = lists && steps.map((step) => isStepDone(step, lists));
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
            lists={lists}
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
  lists: Lists;
  role: Role;
  number: number;
  isDone: boolean;
  isNext: boolean;
}

function StepRow({ step: { name, resources }, lists, role, number, isDone, isNext }: StepRowProps) {
  const t = useTranslate();
  const main = Math.max(
    0,
    resources.findIndex((one) => lists[one]?.length === 0),
  );
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
            <StepLinks
              key={resource}
              resource={resource}
              role={role}
              first={lists[resource]?.[0]}
              isMain={isNext && place === main}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface StepLinksProps {
  resource: string;
  role: Role;
  first: AnyRecord | undefined;
  isMain: boolean;
}

function StepLinks({ resource: name, role, first, isMain }: StepLinksProps) {
  const t = useTranslate();
  const resource = getResource(name);
  const { many } = useResourceName(resource);
  const createTitle = useCreateTitle(resource);
  const { list, form } = resource.roles[role] ?? {};
  // There is only one.
  const isProfile = name === 'businessProfile';
  return (
    <>
      {list &&
        getListActions(resource, role).map(
          ({ name, addsRecords }) =>
            addsRecords && (
              <Button key={name} component={Link} to={list} state={addsRecords.state} variant="outlined">
                {t(addsRecords.text, { name: many })}
              </Button>
            ),
        )}
      {form && mayDo(resource, role, 'create') && (
        <Button
          component={Link}
          to={isProfile ? getProfilePath(first) : form}
          variant={isMain ? 'contained' : 'outlined'}
        >
          {isProfile && first ? t('resources.businessProfile.open') : createTitle}
        </Button>
      )}
    </>
  );
}
