import fc from 'fast-check';

/** Any code units, including lone surrogates. The library's own arbitrary for this takes a second to create. */
export const anyText = fc
  .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units));
