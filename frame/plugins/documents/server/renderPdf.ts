import type { DocumentBlock, DocumentFact, DocumentTable, RenderedDocument } from '../renderedDocument.ts';
import { BOLD, REGULAR } from './pdfFonts.ts';
import { createPdf, type PdfPage } from './pdfPage.ts';

const GAP = 14;
const LOGO = [160, 56] as const;

/** Writes facts as two columns: label and value. Returns the position below. */
function writeFacts(page: PdfPage, facts: readonly DocumentFact[]): void {
  const width = page.width * 0.6;
  const labelWidth = Math.min(130, width / 2);
  for (const [label, value] of facts) {
    page.tag('P', () => {
      const { y } = page;
      page.text(label, { x: 0, width: labelWidth - 8, font: BOLD });
      const below = page.y;
      page.y = y;
      page.text(value, { x: labelWidth, width: width - labelWidth });
      page.y = Math.max(below, page.y) + 2;
    });
  }
}

/** Writes blocks side by side, two in a row. */
function writeBlocks(page: PdfPage, blocks: readonly DocumentBlock[]): void {
  const width = page.width / 2 - GAP / 2;
  for (let at = 0; at < blocks.length; at += 2) {
    const pair = blocks.slice(at, at + 2);
    page.reserve(Math.max(...pair.map((block) => page.measure(toText(block), width))) + GAP);
    const { y } = page;
    let below = y;
    for (const [column, block] of pair.entries()) {
      page.y = y;
      const x = column * (width + GAP);
      page.tag('P', () => {
        page.text(block.label, { x, width, font: BOLD });
        for (const line of block.lines) page.text(line, { x, width });
      });
      below = Math.max(below, page.y);
    }
    page.y = below + GAP;
  }
}

const toText = ({ label, lines }: DocumentBlock) => [label, ...lines].join('\n');

/** Writes a table; its headings are repeated on each page. */
function writeTable(page: PdfPage, { heading, columns, rows, totals }: DocumentTable): void {
  page.reserve(90);
  if (heading) page.tag('H2', () => page.text(heading, { size: 12, font: BOLD }));
  page.y += 4;
  const sum = columns.reduce((all, { width }) => all + width, 0);
  const widths = columns.map(({ width }) => (width / sum) * page.width);
  const heads = columns.map(({ label }) => label);
  const ends = columns.map(({ atEnd }) => atEnd);
  const layout = { widths, ends };
  page.openTable(() => {
    page.row(heads, { ...layout, font: BOLD, tag: 'TH' });
    page.line();
    for (const row of rows)
      page.row(row, {
        ...layout,
        onNewPage: () => {
          page.row(heads, { ...layout, font: BOLD });
          page.line();
        },
      });
    page.line();
    for (const [at, [label, value]] of totals.entries()) {
      const font = at === totals.length - 1 ? BOLD : REGULAR;
      const narrow = [page.width * 0.55, page.width * 0.25, page.width * 0.2];
      page.row(['', label, value], { widths: narrow, ends: [false, false, true], font });
    }
  });
  page.y += GAP;
}

/** Writes title, sender and addressees. */
function writeHead(page: PdfPage, { title, sender, facts, addressees, headline }: RenderedDocument): void {
  const { name, lines, logo } = sender;
  page.tag('H1', () => page.text(title, { size: 20, font: BOLD, width: page.width - LOGO[0] - GAP }));
  if (logo) page.image(Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64'), LOGO, name);
  page.y = Math.max(page.y, page.top + (logo ? LOGO[1] : 0)) + GAP;
  writeFacts(page, facts);
  page.y += GAP;
  const from = name === '' && lines.length === 0 ? [] : [{ label: name, lines }];
  writeBlocks(page, [...from, ...addressees]);
  if (headline) page.tag('P', () => page.text(headline, { size: 14, font: BOLD }));
  page.y += GAP;
}

/** Renders a document as a tagged PDF. Takes seconds for a large one: call it on a thread (renderOnThread.ts). */
export async function renderPdf(document: RenderedDocument): Promise<Buffer> {
  const { title, language, tables, notes, footer, sender, pageLabel } = document;
  const page = await createPdf({
    title,
    language,
    letters: JSON.stringify({ ...document, sender: sender.lines }) + sender.name,
  });
  writeHead(page, document);
  const [first, ...others] = tables;
  if (first) writeTable(page, first);
  // Before the tables that may fill many pages.
  writeBlocks(page, notes);
  for (const table of others) writeTable(page, table);
  return page.end((current, count) => ({
    start: [title, sender.name, footer].filter(Boolean).join(' · '),
    end: pageLabel.replace('{page}', String(current)).replace('{count}', String(count)),
  }));
}
