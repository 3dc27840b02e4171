import { Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  callQuery,
  formatDay,
  lazyComponent,
  request,
  SwitchLine,
  toast,
  useCallMutation,
  useIntl,
} from 'portal-frame/browser';
import { askToConfirm } from 'portal-frame/browser/plugins';
import { SettingsLine } from 'portal-frame/browser/settings';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { type Factor, readFactors, readRecoveryCodes, secondFactorCalls } from '../wire/secondFactorCalls.ts';

const EnrolDialog = lazyComponent(() => import('./EnrolDialog.tsx'));
const RecoveryCodes = lazyComponent(() => import('./RecoveryCodes.tsx'));

const { addFactor, beginFactor, endSecondFactor, newRecoveryCodes, removeFactor } = secondFactorCalls;
const FACTORS_KEY = ['factors'];

/** Two-step authentication: the switch and the list of factors. */
export default function TwoFactor() {
  const t = useTranslate();
  const client = useQueryClient();
  const { data: setup } = useQuery(callQuery(FACTORS_KEY, secondFactorCalls.factors, readFactors));
  const { mutate, isPending, data: newCodes, reset } = useCallMutation(FACTORS_KEY, readRecoveryCodes);
  const [enrolling, setEnrolling] = useState(false);
  const factors = setup?.factors ?? [];
  const on = factors.length > 0;
  const end = async () => {
    const words = { title: 'secondFactor.endTitle', confirm: 'secondFactor.endYes' };
    if (await askToConfirm(t('secondFactor.endText'), words))
      mutate({ call: endSecondFactor, message: 'toasts.secondFactorEnded' });
  };
  const complete = async (body: Record<string, unknown>) => ({
    recoveryCodes: readRecoveryCodes(await request(addFactor, { body })),
    onSaved: () => {
      toast.success(t('toasts.factorAdded'));
      void client.invalidateQueries({ queryKey: FACTORS_KEY });
    },
  });
  return (
    <>
      <SwitchLine
        name="twoFactor"
        hint={t('secondFactor.hint')}
        on={on}
        busy={!setup || isPending}
        onToggle={on ? end : () => setEnrolling(true)}
      />
      {on && setup && (
        <>
          <FactorList
            factors={factors}
            busy={isPending}
            onRemove={(id) => mutate({ call: removeFactor, params: { id }, message: 'toasts.factorRemoved' })}
          />
          <FactorButtons
            busy={isPending}
            codesLeft={setup.recoveryCodes}
            onAdd={() => setEnrolling(true)}
            onNewCodes={() => mutate({ call: newRecoveryCodes, message: 'toasts.recoveryCodesMade' })}
          />
        </>
      )}
      {enrolling && (
        <EnrolDialog
          passkeys={setup?.passkeys === true}
          begin={(kind) => request(beginFactor, { body: { kind } })}
          complete={complete}
          onClose={() => setEnrolling(false)}
        />
      )}
      {newCodes && newCodes.length > 0 && <RecoveryCodes codes={newCodes} onSaved={reset} />}
    </>
  );
}

interface FactorButtonsProps {
  busy: boolean;
  codesLeft: number;
  onAdd: () => void;
  onNewCodes: () => void;
}

function FactorButtons({ busy, codesLeft, onAdd, onNewCodes }: FactorButtonsProps) {
  const t = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, pb: 1.5 }}>
      <Button variant="outlined" size="small" disabled={busy} onClick={onAdd}>
        {t('secondFactor.addAnother')}
      </Button>
      <Button variant="outlined" size="small" disabled={busy} onClick={onNewCodes}>
        {t('secondFactor.newCodes')}
      </Button>
      <Typography variant="body2" color="textSecondary">
        {t('secondFactor.left', { count: codesLeft })}
      </Typography>
    </Box>
  );
}

interface FactorListProps {
  factors: readonly Factor[];
  busy: boolean;
  onRemove: (id: string) => void;
}

function FactorList({ factors, busy, onRemove }: FactorListProps) {
  const intl = useIntl();
  const { t } = intl;
  return (
    <Box
      component="ul"
      aria-label={t('secondFactor.list')}
      sx={{ m: 0, p: 0, listStyle: 'none', '& > li': { pb: 1.5, pl: 2 } }}
    >
      {factors.map(({ id, name, kind, createdAt, lastUsed }) => {
        const title = name || t(`secondFactor.kinds.${kind}`);
        return (
          <SettingsLine
            key={id}
            title={title}
            details={[
              t(`secondFactor.kinds.${kind}`),
              t('secondFactor.added', { day: formatDay(createdAt, intl) }),
              lastUsed && t('secondFactor.used', { day: formatDay(lastUsed, intl) }),
            ]}
            button={{
              label: t('secondFactor.remove'),
              name: t('secondFactor.removeThis', { name: title }),
              disabled: busy,
              onClick: () => onRemove(id),
            }}
          />
        );
      })}
    </Box>
  );
}
