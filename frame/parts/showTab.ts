/** Scrolls a tab of a bar into view, only sideways. Browsers leave a focused tab that is seen in part where it is. */
export function showTab(tab: HTMLElement | null): void {
  const bar = tab?.closest<HTMLElement>('ul, nav');
  if (!tab || !bar) return;
  const left = tab.offsetLeft - bar.offsetLeft;
  const isSeen = left >= bar.scrollLeft && left + tab.offsetWidth <= bar.scrollLeft + bar.clientWidth;
  if (!isSeen) bar.scrollLeft = left - 48;
}
