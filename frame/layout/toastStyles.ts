/**
 * goober, used by notistack, writes into its own <style>, which the content security policy forbids. It uses
 * `window._goober` as that element if present, so this object writes to a constructed style sheet instead. Import
 * before notistack.
 */
function adoptToastStyles(): void {
  const sheet = new CSSStyleSheet();
  let text = '';
  const firstChild = {
    get data() {
      return text;
    },
    set data(value: string) {
      text = value;
      sheet.replaceSync(value);
    },
  };
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  Object.assign(window, { _goober: { parentNode: document.head, firstChild } });
}

if ('adoptedStyleSheets' in document) adoptToastStyles();
