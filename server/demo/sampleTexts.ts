import type { PRIORITIES } from '../../src/wire/choices.ts';

const split = (list: string) => list.split(', ');

export const FIRST_NAMES = {
  Female: split(
    'Abigail, Beatriz, Camille, Deborah, Eleanor, Fatima, Gwendolyn, Hannah, Imani, Joséphine, Katherine, Lupe, ' +
      'Mei, Naomi, Olga, Patricia, Renée, Shanice, Teresa, Yolanda',
  ),
  Male: split(
    'Arthur, Benjamín, Carlos, DeShawn, Ethan, Frank, Giovanni, Harold, Isaac, Jørgen, Kenji, Leroy, Mateo, ' +
      'Nikolai, Omar, Raúl, Samuel, Theodore, Walter, Xavier',
  ),
  Others: ['Avery', 'Jordan', 'Quinn', 'Rowan', 'Sasha'],
} as const;

export const LAST_NAMES = split(
  'Abernathy, Baptiste, Castañeda, Delacroix, Ekström, Fitzgerald, García, Hernández, Ibrahim, Johnson, ' +
    "Kowalski, Lefèvre, McAllister, Nguyen, O'Connor, Patel, Quiñones, Rasmussen, Sørensen, Thompson, Underwood, " +
    'Vasquez, Washington, Yamamoto, Zimmerman, Muñoz, Robinson, Okafor, Petrov, Fernández-Villanueva',
);

/** Too long for any column. */
export const LONG_NAME = 'María Concepción Guadalupe de los Ángeles Fernández-Villanueva y Montemayor';

export const STREETS = [
  'Spruce St',
  'Walnut St',
  'Germantown Ave',
  'Passyunk Ave',
  'Chestnut Hill Ln',
  'Baltimore Ave',
  'Girard Ave',
  'Ridge Ave',
  'Bainbridge St',
  'Lancaster Ave',
  'Fairmount Ave',
  'Cottman Ave',
] as const;

export const TOWNS = [
  'Philadelphia, PA 19107',
  'Philadelphia, PA 19147',
  'Philadelphia, PA 19119',
  'Ardmore, PA 19003',
  'Bala Cynwyd, PA 19004',
  'Upper Darby, PA 19082',
  'Cherry Hill, NJ 08002',
  'Camden, NJ 08103',
] as const;

export const AREA_CODES = ['215', '267', '610', '484', '856', '609'] as const;

export const PRIORITY_WEIGHTS: readonly (readonly [(typeof PRIORITIES)[number], number])[] = [
  ['Urgent', 8],
  ['High', 20],
  ['Medium', 45],
  ['Low', 27],
];

/** Cents. */
export const FEES = [4500, 5500, 6250, 7500, 8500, 9500, 11_975, 12_500, 14_500, 18_000] as const;

export const INSTRUCTIONS = [
  'Fasting 12 h: nothing but water since the evening before.',
  'Use a butterfly needle (23G), small veins.',
  'Hard stick: left hand works best. Two attempts at most, then call the laboratory.',
  'Latex allergy: nitrile gloves and latex-free tourniquet only.',
  'No blood pressure cuff or needle on the right arm (mastectomy 2019).',
  'Tends to faint: draw lying down and stay 10 minutes afterwards.',
  'On warfarin: hold pressure for 5 minutes and check the site before leaving.',
  'Trough level: draw before the 9 AM dose and note the exact time on the tube.',
  'Keep the lavender and gold tubes cold and protected from light.',
  'Timed draw: glucose tolerance, samples at 0, 60 and 120 minutes.',
  'Hearing aid: ring twice and knock loudly. The dog is friendly.',
  'Building code 4471#, elevator B, third floor. Park behind the house.',
  'Wheelchair, prefers the kitchen table. Daughter is present and speaks English.',
  'Spanish-speaking household; please bring the consent form in Spanish.',
  'Kit from the study coordinator: check the expiry of both PAXgene tubes first.',
  'Spin down within 30 minutes and ship the same day; airway bill is in the kit.',
  'Draw order: blue, red, gold, green, lavender, gray. Label at the bedside.',
  'Patient asks for numbing cream; allow 20 minutes before the draw.',
] as const;

export const REQUISITION_TESTS = [
  'CBC with differential',
  'Comprehensive metabolic panel',
  'Lipid panel',
  'Hemoglobin A1c',
  'PT / INR',
  'TSH',
  'Vitamin D, 25-hydroxy',
  'Ferritin',
  'Urinalysis',
  'Drug level (trough)',
] as const;
