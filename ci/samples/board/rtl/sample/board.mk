BOARDS += sample
TITLE_sample := A sample board
TOPS_sample := sample
REGS_sample := sample_regs.def
RTL_sample := rtl/sample/sample.v rtl/lib/reset_sync.v
MODELS_sample := sample sample_wrap
PARAMS_sample_wrap := COUNT_INIT=8'hFE
REJECTED_sample := STEP=0
