/**
 * Open points of weight high or medium that no variant reads otherwise, each with the reason. Every other one has a variant.
 */
export const WITHOUT_VARIANT: Readonly<Record<string, string>> = {
  'A-05': 'It tells how to read the codes; what a server answers is a row in every reading.',
  'A-39': 'It has one reading: the default is refused.',
  'A-50': 'Its readings differ in what a model delegates, and the script in a prompt decides that.',
  'A-61': 'How many attachments are too many is a number of the profile, however they are counted.',
  'A-66': 'It has one reading: the key is looked at first.',
  'A-77': 'It has one reading: a save that is not confirmed is told as such.',
  'A-105': 'It has one reading: states within the server show as 409 alone.',
  'A-109':
    'Its readings differ in a race between the cancellation and the end of a turn, which no request can bring about.',
  'A-129':
    'Its readings differ for credentials that are limited in other resources, and the profile has to name those.',
  'A-131': 'It has one reading: the ids of the catalog are those of attachments.',
  'A-132':
    'Whether agents are enabled is a fact of the company, which the seed and the profile state; it is no reading.',
  'A-134': 'It has one reading: a list that is narrowed to nothing is there, and empty.',
  'A-137': 'It is about a word, and no answer depends on it.',
};
