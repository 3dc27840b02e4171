/** The part of the board's height up to which its first lane stays in sight. */
const MAX_STICKY_SHARE = 0.5;
/** The layers of the library that hold something of the first lane. */
const LANE_LAYERS = '.ec-timeline .ec-body > :is(.ec-sidebar, .ec-grid, .ec-events)';

/**
 * Keeps the first lane, of what nobody has, in sight while the others are scrolled: a row of a grid cannot be sticky, so
 * its parts are moved on by as much (calendar.css). One that would leave the others no room scrolls away.
 */
export function stickFirstLane(root: HTMLElement): void {
  const main = root.querySelector<HTMLElement>('.ec-main');
  const head = main?.querySelector<HTMLElement>('.ec-row-head');
  if (!main || !head) return;
  const fits = head.offsetHeight <= main.clientHeight * MAX_STICKY_SHARE;
  main.toggleAttribute('data-held', fits && main.scrollTop > 0);
  // What gets the focus is scrolled out from beneath it.
  const covered = fits
    ? `${head.offsetHeight + (main.querySelector<HTMLElement>('.ec-header')?.offsetHeight ?? 0) + 8}px`
    : '';
  if (main.style.scrollPaddingTop !== covered) main.style.scrollPaddingTop = covered;
  const by = `${fits ? main.scrollTop : 0}px`;
  for (const layer of main.querySelectorAll<HTMLElement>(LANE_LAYERS))
    if (layer.style.getPropertyValue('--calendar-held') !== by) layer.style.setProperty('--calendar-held', by);
}
