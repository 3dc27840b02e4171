import { Box, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { CellProps } from '../config/resource.ts';
import { getDisplayedValue, hasLabel } from '../fields/displayedValue.ts';
import type { DisplayValue, Field, Lazy } from '../fields/kind.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { getCellComponent } from './customCells.tsx';
import { showValue, useIntl } from './intl.ts';
import { lazyComponent } from './lazyComponent.tsx';
import { areBareReferences, isBareReference, ReferenceText } from './ReferenceText.tsx';
import { StateChip } from './StateChip.tsx';

interface ValueProps {
  field: Field;
  source: string;
  record: AnyRecord;
  /** The i18n key for a missing value. */
  missing?: string;
  /** For table cells: truncates long text and counts files. */
  compact?: boolean;
  /** Shows the time beside its day instead of below it. */
  inline?: boolean;
  component?: Lazy<CellProps>;
}

/** Shows one value of a record, formatted by its kind or by the config's component. */
export function Value({
  field,
  source,
  record,
  missing = 'list.notAvailable',
  compact,
  inline = !compact,
  component,
}: ValueProps) {
  const intl = useIntl();
  const CustomCell = component && getCellComponent(component);
  if (CustomCell) return <CustomCell field={field} source={source} record={record} />;
  if (!hasLabel(record, source) && isBareReference(field, record[source]))
    return <ReferenceText field={field} id={record[source]} />;
  if (!hasLabel(record, source) && areBareReferences(field, record[source])) {
    const chips = record[source].map((id) => <ReferenceText key={id} field={field} id={id} />);
    return <Chips chips={chips} {...(compact && { compact })} />;
  }
  const shown = showValue(field, getDisplayedValue(record, source), intl);
  if (!shown) return <span className="quiet">{intl.t(missing, { _: missing })}</span>;
  if (shown.tone) return <StateChip value={shown.tone} label={shown.text} look={shown.look} />;
  if (shown.chips) return <Chips chips={shown.chips} text={shown.text} {...(compact && { compact })} />;
  if (shown.files && !compact) {
    const Cards = lazyComponent(loadFileCards, () => <span className="full-text">{shown.text}</span>);
    return <Cards files={shown.files} />;
  }
  if (shown.lines && !compact) return <LabelledLines lines={shown.lines} />;
  if (shown.href && !compact) {
    const away = shown.href.startsWith('http') && { target: '_blank', rel: 'noreferrer' };
    return (
      <Link href={shown.href} {...away} sx={{ overflowWrap: 'anywhere' }}>
        <FormattedText shown={shown} />
      </Link>
    );
  }
  return (
    <span className={getClassName(shown, compact)} title={compact ? shown.text : undefined}>
      {compact && shown.short ? shown.short : <FormattedText shown={shown} />}
      {shown.secondary && <span className={inline ? 'beside' : 'second'}>{shown.secondary}</span>}
    </span>
  );
}

const loadPhoneText = () => import('./PhoneText.tsx');
const loadFileCards = async () => ({ default: (await import('./FileCards.tsx')).FileCards });

function FormattedText({ shown: { text, renderer } }: { shown: DisplayValue }) {
  if (!renderer) return text;
  const Renderer = lazyComponent(renderer === 'phone' ? loadPhoneText : renderer, (props) => props.text);
  return <Renderer text={text} />;
}

const getClassName = ({ text, short, secondary }: DisplayValue, compact = false) => {
  if (!compact) return 'full-text';
  return secondary || short ? 'one-line' : LONG_WORD.test(text) ? 'two-lines long-word' : 'two-lines';
};
/** A word that would widen its column. */
const LONG_WORD = /\S{25}/;

function LabelledLines({ lines }: { lines: { label: string; text: string }[] }) {
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 0.75, m: 0 }}>
      {lines.map(({ label, text }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0 }}>
            {text}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

const MAX_CHIPS = 3;

/** Shows values as chips side by side. In a cell, extra chips collapse into a count and `text` becomes the tooltip. */
function Chips({ chips, text, compact }: { chips: readonly ReactNode[]; text?: string; compact?: boolean }) {
  const shown = compact && chips.length > MAX_CHIPS ? chips.slice(0, MAX_CHIPS - 1) : chips;
  const left = chips.length - shown.length;
  return (
    <span className="chips" title={compact ? text : undefined}>
      {shown.map((chip, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts may repeat and their order never changes
        <span key={index} className="chip">
          <span className="chip-text">{chip}</span>
        </span>
      ))}
      {left > 0 && <span className="chip chip-quiet">{`+${left}`}</span>}
    </span>
  );
}
