/** What files of spreadsheet programs begin with. A module of its own: it says whether the reader is needed. */

const startsWith = (bytes: Uint8Array, head: readonly number[]) => head.every((byte, index) => bytes[index] === byte);

/** A compound file of older programs; also what is protected by a password is one. */
export const isCompound = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

/** A ZIP archive, as XLSX files are. */
export const isArchive = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);

/** Whether a file is no text: a spreadsheet, well or badly. */
export const isSpreadsheet = (bytes: Uint8Array): boolean => isArchive(bytes) || isCompound(bytes);
