/** A WebSocket frame (RFC 6455, section 5.2) as sent on the wire. */
export interface WireFrame {
  readonly bytes: Buffer;
  /** Its text; undefined unless it is a complete text frame. */
  readonly text: string | undefined;
}

/** Consumes one direction of a TCP connection and returns what is complete: the opening handshake, then frames. */
export function frameReader(): (chunk: Buffer) => readonly WireFrame[] {
  let rest: Buffer = Buffer.alloc(0);
  let isOpen = false;
  return chunk => {
    rest = Buffer.concat([rest, chunk]);
    const frames: WireFrame[] = [];
    if (!isOpen) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return frames;
      isOpen = true;
      frames.push({ bytes: rest.subarray(0, end + 4), text: undefined });
      rest = rest.subarray(end + 4);
    }
    for (let size = frameSize(rest); size !== undefined && size <= rest.length; size = frameSize(rest)) {
      const bytes = rest.subarray(0, size);
      frames.push({ bytes, text: textOf(bytes) });
      rest = rest.subarray(size);
    }
    return frames;
  };
}

/** Where the payload begins, after the length and the mask; undefined if more bytes are needed. */
function layout(bytes: Buffer): { mask: number | undefined; payload: number; length: number } | undefined {
  const second = bytes[1];
  if (second === undefined) return undefined;
  const short = second & 0x7f;
  const behind = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < behind) return undefined;
  const length =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const isMasked = (second & 0x80) !== 0;
  return { mask: isMasked ? behind : undefined, payload: behind + (isMasked ? 4 : 0), length };
}

function frameSize(bytes: Buffer): number | undefined {
  const found = layout(bytes);
  return found && found.payload + found.length;
}

function textOf(bytes: Buffer): string | undefined {
  const found = layout(bytes);
  // Final text frames only.
  if (bytes[0] !== 0x81 || !found) return undefined;
  const payload = Buffer.from(bytes.subarray(found.payload));
  if (found.mask !== undefined) {
    const mask = bytes.subarray(found.mask, found.payload);
    for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  }
  return payload.toString();
}
