/** Beginnings of files of spreadsheet programs. A module of its own, so that the reader is loaded only for them. */

const startsWith = (bytes: Uint8Array, head: readonly number[]) => head.every((byte, index) => bytes[index] === byte);

/** A compound file of older programs; also what is protected by a password is one. */
export const isCompound = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

/** A ZIP archive, as XLSX files are. */
export const isArchive = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);

/** Returns true if a file is no text: a spreadsheet, well or badly. */
export const isSpreadsheet = (bytes: Uint8Array): boolean => isArchive(bytes) || isCompound(bytes);
