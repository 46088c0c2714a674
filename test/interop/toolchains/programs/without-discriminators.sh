# Writes a document without discriminators, with the command of docs/interop.md.
jq 'walk(del(.discriminator?))' "$1" > openapi-without-discriminators.json
