import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { Confirm } from 'react-admin';
import { request } from '../../dataProvider/request.ts';
import { longDay } from '../../fields/date.ts';
import { toast } from '../../notify/toast.ts';
import { useTeller } from '../../parts/tell.ts';
import { type Factor, readRecoveryCodes, secondFactorCalls } from '../../wire/secondFactor.ts';
import { SwitchLine } from './SwitchLine.tsx';
import { useChangeFactors, useFactors, useFactorsChanged } from './useFactors.ts';

const EnrolDialog = lazy(() => import('../factors/EnrolDialog.tsx'));
const RecoveryCodes = lazy(async () => ({ default: (await import('../factors/RecoveryCodes.tsx')).RecoveryCodes }));

const { addFactor, beginFactor, endSecondFactor, newRecoveryCodes, removeFactor } = secondFactorCalls;

/** Two-step authentication where the host has it: the switch, and the factors behind it. */
export default function TwoFactor() {
  const t = useTranslate();
  const told = useFactors();
  const changed = useFactorsChanged();
  const { mutate, isPending, data: codes, reset } = useChangeFactors();
  const [enrolling, setEnrolling] = useState(false);
  const [ending, setEnding] = useState(false);
  const factors = told?.factors ?? [];
  const on = factors.length > 0;
  return (
    <>
      <SwitchLine
        name="twoFactor"
        hint={t('secondFactor.hint')}
        on={on}
        busy={!told || isPending}
        onToggle={() => (on ? setEnding(true) : setEnrolling(true))}
      />
      {on && (
        <Box component="ul" aria-label={t('secondFactor.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {factors.map((factor) => (
            <FactorLine
              key={factor.id}
              factor={factor}
              busy={isPending}
              onRemove={() => mutate({ call: removeFactor, id: factor.id, told: 'toasts.factorRemoved' })}
            />
          ))}
        </Box>
      )}
      {on && told && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, pb: 1.5 }}>
          <Button variant="outlined" size="small" disabled={isPending} onClick={() => setEnrolling(true)}>
            {t('secondFactor.addAnother')}
          </Button>
          <Button
            variant="outlined"
            size="small"
            disabled={isPending}
            onClick={() => mutate({ call: newRecoveryCodes, told: 'toasts.recoveryCodesMade' })}
          >
            {t('secondFactor.newCodes')}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {t('secondFactor.left', { count: told.recoveryCodes })}
          </Typography>
        </Box>
      )}
      <Suspense fallback={null}>
        {enrolling && (
          <EnrolDialog
            passkeys={told?.passkeys === true}
            begin={(kind) => request(beginFactor, { body: { kind } })}
            complete={async (body) => {
              const recoveryCodes = readRecoveryCodes(await request(addFactor, { body }));
              const onKept = () => {
                toast.success(t('toasts.factorAdded'));
                void changed();
              };
              return { recoveryCodes, onKept };
            }}
            onClose={() => setEnrolling(false)}
          />
        )}
        {codes && codes.length > 0 && <RecoveryCodes codes={codes} onKept={reset} />}
      </Suspense>
      <Confirm
        isOpen={ending}
        title={t('secondFactor.endTitle')}
        content={t('secondFactor.endText')}
        cancel={t('form.cancel')}
        confirm={t('secondFactor.endYes')}
        confirmColor="warning"
        onClose={() => setEnding(false)}
        onConfirm={() => {
          setEnding(false);
          mutate({ call: endSecondFactor, told: 'toasts.secondFactorEnded' });
        }}
      />
    </>
  );
}

function FactorLine({ factor, busy, onRemove }: { factor: Factor; busy: boolean; onRemove: () => void }) {
  const teller = useTeller();
  const { t } = teller;
  const { name, kind, createdAt, lastUsed } = factor;
  const title = name || t(`secondFactor.kinds.${kind}`);
  const lines = [
    t(`secondFactor.kinds.${kind}`),
    t('secondFactor.added', { day: longDay(createdAt, teller) }),
    lastUsed && t('secondFactor.used', { day: longDay(lastUsed, teller) }),
  ];
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, pb: 1.5, pl: 2 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {lines.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        size="small"
        disabled={busy}
        onClick={onRemove}
        aria-label={t('secondFactor.removeThis', { name: title })}
        sx={{ flexShrink: 0 }}
      >
        {t('secondFactor.remove')}
      </Button>
    </Box>
  );
}
