/**
 * notistack writes its styles through goober into a <style> of its own, which the page's policy does not allow. goober
 * takes what it finds under this name for that element, so its text goes into a style sheet made by script instead.
 * To be imported before notistack.
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

// A browser that has none keeps goober's own element.
if ('adoptedStyleSheets' in document) adoptToastStyles();
