import { getAppParts } from '../../app.ts';
import { translate } from '../../i18n/provider.ts';
import { getBrandMark } from '../../theme/brandMark.ts';

/** Shows the mark and name of the app above a form of the sign-in page. */
export function Brand() {
  return (
    <div className="signin-name">
      <svg className="signin-mark" viewBox="0 0 36 36" aria-hidden="true">
        <rect width="36" height="36" rx="10" fill="currentColor" />
        <path d={getBrandMark().fill} />
      </svg>
      {translate('app.name')}
    </div>
  );
}

/** Radius and opacity. */
const rings = [
  [90, 0.17],
  [170, 0.15],
  [260, 0.12],
  [360, 0.09],
  [470, 0.07],
  [590, 0.05],
] as const;

/** Describes the app beside the form on wide screens. */
export function BrandPane() {
  const { illustration, points = [] } = getAppParts().brand ?? {};
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
        {illustration && <path d={illustration} fill="#fff" fillOpacity="0.14" />}
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
