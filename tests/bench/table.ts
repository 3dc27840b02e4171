/** Limits of a good value; without limits the value is only shown. */
interface Limits {
  most?: number;
  least?: number;
}

const rounded = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** Results of the bench, one line each: two values, their ratio, and the limit. */
export class Table {
  private lines: string[][];

  constructor(first: string, second: string) {
    this.lines = [['', first, second, 'ratio', 'asked', '']];
  }

  private add(name: string, few: string, many: string, ratio: string, value: number, { most, least }: Limits): void {
    const asked = most !== undefined ? `<= ${most}` : least !== undefined ? `>= ${least}` : '';
    const good = value <= (most ?? Number.POSITIVE_INFINITY) && value >= (least ?? 0);
    this.lines.push([name, few, many, ratio, asked, asked && (good ? 'ok' : 'MISSED')]);
  }

  /** Medians (ms) of a call with few and many records; the growth counts. */
  growth(name: string, few: number, many: number, most: number): void {
    this.add(name, `${rounded(few)} ms`, `${rounded(many)} ms`, rounded(many / few), many / few, { most });
  }

  bound(name: string, few: number, many: number, most?: number): void {
    this.add(name, rounded(few), rounded(many), rounded(many / few), many, { ...(most !== undefined && { most }) });
  }

  ratio(name: string, few: number, many: number, limits: Limits): void {
    this.add(name, rounded(few), rounded(many), '', many, limits);
  }

  /** Our value and the other app's, where ours alone is limited. */
  beside(name: string, ours: number, other: number, most: number): void {
    this.add(name, rounded(ours), rounded(other), rounded(ours / other), ours, { most });
  }

  /** Our value and the other app's; ours may be `most` times as large. */
  compare(name: string, ours: number, other: number, most?: number): void {
    this.add(name, rounded(ours), rounded(other), rounded(ours / other), ours / other, {
      ...(most !== undefined && { most }),
    });
  }

  alone(name: string, ours: number, limits: Limits = {}): void {
    this.add(name, rounded(ours), '', '', ours, limits);
  }

  text(): string {
    const widths = this.lines[0]?.map((_, column) => Math.max(...this.lines.map((line) => line[column]?.length ?? 0)));
    const row = (cells: string[]) =>
      `| ${cells.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join(' | ')} |`;
    const rule = `|${widths?.map((width) => '-'.repeat(width + 2)).join('|')}|`;
    const [head = [], ...rest] = this.lines;
    return [row(head), rule, ...rest.map(row)].join('\n');
  }
}
