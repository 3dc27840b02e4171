import { translate } from '../../i18n/provider.ts';

/** The portal's sign, a drop on the accent's ground, and its name. */
export function Brand() {
  return (
    <div className="signin-name">
      <svg className="signin-mark" viewBox="0 0 36 36" aria-hidden="true">
        <rect width="36" height="36" rx="10" fill="currentColor" />
        <path d="M18 7.5c3.9 4.7 6.8 8.3 6.8 12a6.8 6.8 0 0 1-13.6 0c0-3.7 2.9-7.3 6.8-12Z" />
      </svg>
      {translate('app.name')}
    </div>
  );
}

const points = ['visits', 'people', 'laboratories'] as const;
/** Rings that a falling drop leaves on still water: radius and strength. */
const rings = [
  [90, 0.17],
  [170, 0.15],
  [260, 0.12],
  [360, 0.09],
  [470, 0.07],
  [590, 0.05],
] as const;

/** What the portal is for, beside the form where there is room. */
export function BrandPane() {
  return (
    <aside className="signin-brand">
      <svg className="signin-rings" viewBox="0 0 800 800" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
        {rings.map(([radius, strength]) => (
          <circle
            key={radius}
            cx="610"
            cy="270"
            r={radius}
            fill="none"
            stroke="#fff"
            strokeOpacity={strength}
            strokeWidth="1.5"
          />
        ))}
        <path d="M610 208c24 30 42 52 42 75a42 42 0 0 1-84 0c0-23 18-45 42-75Z" fill="#fff" fillOpacity="0.14" />
      </svg>
      <Brand />
      <div>
        <p className="signin-tagline">{translate('app.tagline')}</p>
        <ul>
          {points.map((point) => (
            <li key={point}>{translate(`signIn.points.${point}`)}</li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
