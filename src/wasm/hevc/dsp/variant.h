/* Which version of a kernel a build uses: the SIMD one where the build has SIMD128. Chosen by name at compile time, so
 * that no call in a hot loop is indirect. */
#ifndef HEVC_DSP_VARIANT_H
#define HEVC_DSP_VARIANT_H

#if defined(__wasm_simd128__)
#define HEVC_VARIANT(name) name##_simd
#else
#define HEVC_VARIANT(name) name##_c
#endif

#endif
