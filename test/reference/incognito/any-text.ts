import fc from 'fast-check';

/** Any code units, halves of pairs among them. (The library's own unit for that takes a second to be made.) */
export const anyText = fc
  .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units));
