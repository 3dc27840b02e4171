/**
 * Returns the attributes in the page that HTML does not know, or that hold an object as text: props of a component that
 * went to an element. Runs in the page, too, so it uses nothing outside itself.
 */
export function findForeignAttributes(): string[] {
  const known = new Set(
    `abbr accept accept-charset accesskey action allow allowfullscreen alt as async autocapitalize autocomplete autofocus
    autoplay capture charset checked cite class cols colspan content contenteditable controls coords crossorigin data
    datetime decoding default defer dir dirname disabled download draggable enctype enterkeyhint fetchpriority for form
    formaction formenctype formmethod formnovalidate formtarget headers height hidden high href hreflang http-equiv id
    imagesizes imagesrcset inert inputmode integrity is itemid itemprop itemref itemscope itemtype kind label lang list
    loading loop low max maxlength media method min minlength multiple muted name nomodule nonce novalidate open optimum
    pattern ping placeholder playsinline popover popovertarget poster preload readonly referrerpolicy rel required
    reversed role rows rowspan sandbox scope selected shape size sizes slot span spellcheck src srcdoc srclang srcset
    start step style summary tabindex target title translate type usemap value width wrap`.split(/\s+/),
  );
  // Only of inputs. The same attribute on a <div> is a prop that did not reach its input.
  const ofInputs = new Set(['max', 'min', 'step', 'maxlength', 'minlength', 'pattern', 'inputmode', 'readonly']);
  const inputs = new Set(['INPUT', 'TEXTAREA', 'METER', 'PROGRESS', 'OL']);
  return [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
      const isForeign =
        isHtml &&
        !/^(data|aria)-/.test(name) &&
        (!known.has(name) || (ofInputs.has(name) && !inputs.has(element.tagName)));
      return isForeign || value.includes('[object ') ? `<${element.tagName.toLowerCase()} ${name}="${value}">` : [];
    }),
  );
}
