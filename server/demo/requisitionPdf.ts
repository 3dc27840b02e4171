export interface Requisition {
  laboratory: string;
  lines: readonly (readonly [string, string])[];
  tests: readonly string[];
}

/** Creates a laboratory's order form as a PDF of one page. */
export function createRequisitionPdf({ laboratory, lines, tests }: Requisition): Buffer {
  const rows = lines.map(([name, value], index) => line('F1', 10, 56, 690 - 20 * index, `${name}:  ${value}`));
  const top = 670 - 20 * lines.length;
  const boxes = tests.flatMap((test, index) => [
    `56 ${top - 22 - 20 * index} 9 9 re S`,
    line('F1', 10, 74, top - 20 - 20 * index, test),
  ]);
  return pdf(
    [
      line('F2', 18, 56, 744, 'Laboratory requisition'),
      line('F1', 11, 56, 724, laboratory),
      '56 712 m 556 712 l S',
      ...rows,
      line('F2', 11, 56, top, 'Tests ordered'),
      ...boxes,
      '56 120 m 300 120 l S',
      line('F1', 9, 56, 106, 'Signature of the ordering physician'),
    ].join('\n'),
  );
}

/** Text at a position in points from the bottom left. */
const line = (font: string, size: number, x: number, y: number, text: string) =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;

/** Writes a PDF of one US letter page with the standard fonts (Latin 1). */
function pdf(content: string): Buffer {
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, 'latin1');
}
