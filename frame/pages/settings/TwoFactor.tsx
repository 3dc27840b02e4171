import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { Confirm } from 'react-admin';
import { request } from '../../dataProvider/request.ts';
import { formatDay } from '../../fields/date.ts';
import { toast } from '../../notify/toast.ts';
import { useIntl } from '../../parts/intl.ts';
import { type Factor, readRecoveryCodes, secondFactorCalls } from '../../wire/secondFactorCalls.ts';
import { SwitchLine } from './SwitchLine.tsx';
import { useChangeFactors, useFactors, useRefetchFactors } from './useFactors.ts';

const EnrolDialog = lazy(() => import('../factors/EnrolDialog.tsx'));
const RecoveryCodes = lazy(async () => ({ default: (await import('../factors/RecoveryCodes.tsx')).RecoveryCodes }));

const { addFactor, beginFactor, endSecondFactor, newRecoveryCodes, removeFactor } = secondFactorCalls;

/** Two-step authentication: the switch and the list of factors. */
export default function TwoFactor() {
  const t = useTranslate();
  const setup = useFactors();
  const changed = useRefetchFactors();
  const { mutate, isPending, data: codes, reset } = useChangeFactors();
  const [enrolling, setEnrolling] = useState(false);
  const [ending, setEnding] = useState(false);
  const factors = setup?.factors ?? [];
  const on = factors.length > 0;
  return (
    <>
      <SwitchLine
        name="twoFactor"
        hint={t('secondFactor.hint')}
        on={on}
        busy={!setup || isPending}
        onToggle={() => (on ? setEnding(true) : setEnrolling(true))}
      />
      {on && (
        <Box component="ul" aria-label={t('secondFactor.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {factors.map((factor) => (
            <FactorLine
              key={factor.id}
              factor={factor}
              busy={isPending}
              onRemove={() => mutate({ call: removeFactor, id: factor.id, message: 'toasts.factorRemoved' })}
            />
          ))}
        </Box>
      )}
      {on && setup && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, pb: 1.5 }}>
          <Button variant="outlined" size="small" disabled={isPending} onClick={() => setEnrolling(true)}>
            {t('secondFactor.addAnother')}
          </Button>
          <Button
            variant="outlined"
            size="small"
            disabled={isPending}
            onClick={() => mutate({ call: newRecoveryCodes, message: 'toasts.recoveryCodesMade' })}
          >
            {t('secondFactor.newCodes')}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {t('secondFactor.left', { count: setup.recoveryCodes })}
          </Typography>
        </Box>
      )}
      <Suspense fallback={null}>
        {enrolling && (
          <EnrolDialog
            passkeys={setup?.passkeys === true}
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
          mutate({ call: endSecondFactor, message: 'toasts.secondFactorEnded' });
        }}
      />
    </>
  );
}

function FactorLine({ factor, busy, onRemove }: { factor: Factor; busy: boolean; onRemove: () => void }) {
  const intl = useIntl();
  const { t } = intl;
  const { name, kind, createdAt, lastUsed } = factor;
  const title = name || t(`secondFactor.kinds.${kind}`);
  const lines = [
    t(`secondFactor.kinds.${kind}`),
    t('secondFactor.added', { day: formatDay(createdAt, intl) }),
    lastUsed && t('secondFactor.used', { day: formatDay(lastUsed, intl) }),
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
