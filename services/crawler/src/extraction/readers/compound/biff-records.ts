/** A record of a workbook, with those that continue it. */
export interface BiffRecord {
  readonly type: number;
  /** In the stream. */
  readonly offset: number;
  readonly segments: readonly Buffer[];
}

export const RECORD = {
  formula: 0x0006,
  endOfPart: 0x000a,
  note: 0x001c,
  filePassword: 0x002f,
  continued: 0x003c,
  codePage: 0x0042,
  sheet: 0x0085,
  numbers: 0x00bd,
  richLabel: 0x00d6,
  sharedStrings: 0x00fc,
  sharedLabel: 0x00fd,
  textObject: 0x01b6,
  number: 0x0203,
  label: 0x0204,
  truthOrError: 0x0205,
  formulaText: 0x0207,
  compactNumber: 0x027e,
  beginOfPart: 0x0809,
} as const;

/** The records of a stream (MS-XLS) from a place, up to its end or the first that is cut. */
export function* biffRecords(stream: Buffer, from = 0): Iterable<BiffRecord> {
  let at = from;
  const header = () => (at + 4 <= stream.length ? stream.readUInt16LE(at) : -1);
  const body = () => {
    const from = at + 4;
    at = from + stream.readUInt16LE(at + 2);
    return stream.subarray(from, at);
  };
  while (header() >= 0) {
    const [type, offset, segments] = [header(), at, [body()]];
    while (header() === RECORD.continued) segments.push(body());
    yield { type, offset, segments };
  }
}
