/** The first lane sticks only if it takes at most this share of the height. */
const MAX_STICKY_SHARE = 0.5;
/** The library's layers with parts of the first lane. */
const LANE_LAYERS = '.ec-timeline .ec-body > :is(.ec-sidebar, .ec-grid, .ec-events)';

/** Keeps the lane of unassigned entries visible by translating it, since grid rows cannot be sticky (calendar.css). */
export function stickFirstLane(root: HTMLElement): void {
  const main = root.querySelector<HTMLElement>('.ec-main');
  const head = main?.querySelector<HTMLElement>('.ec-row-head');
  if (!main || !head) return;
  const isFree = head.querySelector('.calendar-head-free') !== null;
  const fits = isFree && head.offsetHeight <= main.clientHeight * MAX_STICKY_SHARE;
  main.toggleAttribute('data-held', fits && main.scrollTop > 0);
  // Keeps focused entries clear of the sticky lane.
  const covered = fits
    ? `${head.offsetHeight + (main.querySelector<HTMLElement>('.ec-header')?.offsetHeight ?? 0) + 8}px`
    : '';
  if (main.style.scrollPaddingTop !== covered) main.style.scrollPaddingTop = covered;
  const by = `${fits ? main.scrollTop : 0}px`;
  for (const layer of main.querySelectorAll<HTMLElement>(LANE_LAYERS))
    if (layer.style.getPropertyValue('--calendar-held') !== by) layer.style.setProperty('--calendar-held', by);
}
